# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The translations of the library and of its programs, as resources of a program, which loads the one
# of its user's language.

find_program(QTRDMA_LRELEASE NAMES lrelease lrelease-qt6 lrelease6
    HINTS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}" "${QT6_INSTALL_PREFIX}/lib/qt6/bin"
    DOC "Qt's program that makes a catalogue of a translation")
set(QTRDMA_TRANSLATIONS "${CMAKE_CURRENT_LIST_DIR}/../../translations")

function(qtrdma_translate target)
    if(NOT QTRDMA_LRELEASE)
        message(STATUS "${target}: lrelease of Qt's linguist tools not found, it speaks English")
        return()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS "${QTRDMA_TRANSLATIONS}/*.ts")
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        set(catalogue "${CMAKE_CURRENT_BINARY_DIR}/translations/${target}/${name}.qm")
        add_custom_command(OUTPUT "${catalogue}"
            COMMAND "${QTRDMA_LRELEASE}" -silent -compress "${source}" -qm "${catalogue}"
            DEPENDS "${source}"
            VERBATIM)
        list(APPEND catalogues "${catalogue}")
    endforeach()
    target_sources(${target} PRIVATE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/translations.cpp")
    qt_add_resources(${target} ${target}_translations
        PREFIX /translations
        BASE "${CMAKE_CURRENT_BINARY_DIR}/translations/${target}"
        FILES ${catalogues})
endfunction()
