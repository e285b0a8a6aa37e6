# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Public headers: include/QtRdma/NAME.h, and a forwarding header per class beside it in the build tree.
# All of them are in the target's header file sets, which are what gets installed. Those of the first set are what
# `all_verify_interface_header_sets` compiles one by one.

include(GenerateExportHeader)

# qtrdma_public_header(rdmastream.h RdmaStream ...)
function(qtrdma_public_header header)
    qtrdma_public_header_of(QtRdma "${header}" ${ARGN})
endfunction()

# The same for another library of this project.
function(qtrdma_public_header_of target header)
    set(path "${PROJECT_SOURCE_DIR}/include/QtRdma/${header}")
    # PRIVATE as well: automoc does not look into file sets.
    target_sources(${target} PRIVATE "${path}")
    target_sources(${target} PUBLIC FILE_SET HEADERS
        BASE_DIRS "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include"
        FILES "${path}"
    )
    set_property(TARGET ${target} APPEND PROPERTY QTRDMA_PUBLIC_HEADERS "${header}")
    foreach(class IN LISTS ARGN)
        set(forwarding "${PROJECT_BINARY_DIR}/include/QtRdma/${class}")
        file(CONFIGURE OUTPUT "${forwarding}" CONTENT "#include <QtRdma/@header@>\n" @ONLY)
        target_sources(${target} PUBLIC FILE_SET forwarding TYPE HEADERS
            BASE_DIRS "${PROJECT_BINARY_DIR}/include"
            FILES "${forwarding}"
        )
    endforeach()
    set_property(TARGET ${target} PROPERTY INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
endfunction()

# The header <QtRdma/TARGET>, which includes all public headers of a library. To be called after the last of them.
function(qtrdma_umbrella_header target)
    set(umbrella "${PROJECT_BINARY_DIR}/include/QtRdma/${target}")
    get_target_property(headers ${target} QTRDMA_PUBLIC_HEADERS)
    list(SORT headers)
    list(TRANSFORM headers REPLACE "(.+)" "#include <QtRdma/\\1>\n")
    list(JOIN headers "" content)
    file(CONFIGURE OUTPUT "${umbrella}" CONTENT "${content}" @ONLY)
    target_sources(${target} PUBLIC FILE_SET forwarding TYPE HEADERS
        BASE_DIRS "${PROJECT_BINARY_DIR}/include"
        FILES "${umbrella}"
    )
endfunction()

# The generated header that defines NAME_EXPORT for a library.
function(qtrdma_export_header target name header)
    set(path "${PROJECT_BINARY_DIR}/include/QtRdma/${header}")
    string(REGEX REPLACE "\\.h$" "_H" guard "${header}")
    string(TOUPPER "${guard}" guard)
    generate_export_header(${target}
        BASE_NAME ${name}
        EXPORT_FILE_NAME "${path}"
        INCLUDE_GUARD_NAME ${guard}
    )
    if(NOT BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PUBLIC ${name}_STATIC_DEFINE)
    endif()
    target_sources(${target} PUBLIC FILE_SET HEADERS
        BASE_DIRS "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include"
        FILES "${path}"
    )
endfunction()

# A header for users of a library that this one does not need: installed, but in no file set, which would have it compiled.
function(qtrdma_optional_header header class)
    set(forwarding "${PROJECT_BINARY_DIR}/include/QtRdma/${class}")
    file(CONFIGURE OUTPUT "${forwarding}" CONTENT "#include <QtRdma/@header@>\n" @ONLY)
    if(QTRDMA_INSTALL)
        install(FILES "${PROJECT_SOURCE_DIR}/include/QtRdma/${header}" "${forwarding}"
            DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/QtRdma" COMPONENT devel)
    endif()
endfunction()
