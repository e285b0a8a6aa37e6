# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# How everything of this project is compiled.

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(QTRDMA_CCACHE ccache)
    if(QTRDMA_CCACHE AND PROJECT_IS_TOP_LEVEL)
        # What it needs to know of sources with precompiled headers.
        set(CMAKE_CXX_COMPILER_LAUNCHER
            "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${QTRDMA_CCACHE}")
        set(CMAKE_C_COMPILER_LAUNCHER "${QTRDMA_CCACHE}")
    endif()
endif()

if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
    set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
endif()

if(QTRDMA_SANITIZE)
    list(JOIN QTRDMA_SANITIZE "," sanitizers)
    add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${sanitizers})
    if("undefined" IN_LIST QTRDMA_SANITIZE)
        add_compile_options(-fno-sanitize-recover=undefined)
    endif()
    if("thread" IN_LIST QTRDMA_SANITIZE)
        add_compile_options(-Wno-tsan) # Q_GLOBAL_STATIC has a fence, which the sanitizer does not see
    endif()
endif()

# What distributions compile with: buffers on the stack are checked, calls of the C library that know the size of theirs as well,
# and the tables of the loader cannot be written once a program runs. _FORTIFY_SOURCE needs an optimizing build.
if(QTRDMA_HARDENED)
    add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=3>
        -Wformat -Werror=format-security)
    add_link_options(LINKER:-z,relro LINKER:-z,now)
endif()

if(QTRDMA_COVERAGE)
    add_compile_options(--coverage -fprofile-update=atomic)
    add_link_options(--coverage)
endif()

# Warnings and the strict subset of the Qt API, for a target of this project.
function(qtrdma_strict target)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow
        $<$<BOOL:${QTRDMA_WERROR}>:-Werror>
        # There a class with members of unnamed namespaces is not in the main file: no matter, each is in one source only.
        $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
    )
    target_compile_definitions(${target} PRIVATE
        QT_NO_KEYWORDS
        QT_NO_FOREACH
        QT_NO_CAST_FROM_ASCII
        QT_NO_CAST_TO_ASCII
        QT_NO_URL_CAST_FROM_BYTEARRAY
        QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
        QT_USE_QSTRINGBUILDER
    )
endfunction()

# A library with threads, and with things that are destroyed when a thread or the process ends: once loaded it stays, whoever
# unloads the plugin that brought it. A static one is part of the plugin, which stays.
function(qtrdma_stays_loaded target)
    set(scope PRIVATE)
    if(NOT BUILD_SHARED_LIBS)
        set(scope INTERFACE)
    endif()
    target_link_options(${target} ${scope} "LINKER:-z,nodelete")
endfunction()

# Reading Qt's headers takes longer than compiling most sources. None of the project's own are among them: the linters'
# build does without this, so that sources go on to include what they use.
set(QTRDMA_COMMON_HEADERS
    <QtCore/qdebug.h> <QtCore/qfuture.h> <QtCore/qhash.h> <QtCore/qloggingcategory.h> <QtCore/qpointer.h> <QtCore/qthread.h>
    <QtNetwork/qabstractsocket.h> <QtNetwork/qhostaddress.h>
    <infiniband/verbs.h> <rdma/rdma_cma.h>
    <deque> <functional> <map> <memory> <mutex> <unordered_set> <vector>
)

function(qtrdma_precompile target) # more headers...
    list(TRANSFORM QTRDMA_COMMON_HEADERS REPLACE ".+" "$<$<COMPILE_LANGUAGE:CXX>:\\0>" OUTPUT_VARIABLE common)
    target_precompile_headers(${target} PRIVATE ${common} ${ARGN})
    # ccache wants to see which headers are in it.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()
