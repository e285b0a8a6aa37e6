# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The translations of the library and of its programs, as resources of a program, which loads the one
# of its user's language.

find_program(QTRDMA_LRELEASE NAMES lrelease lrelease-qt6 lrelease6
    HINTS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}" "${QT6_INSTALL_PREFIX}/lib/qt6/bin"
    DOC "Qt's program that makes a catalogue of a translation")
set(QTRDMA_TRANSLATIONS "${CMAKE_CURRENT_LIST_DIR}/../../translations")

# Makes the catalogues in a directory of the build. Their files are in the variable 'result', which is
# empty where there is no lrelease, and where an example was copied away from the translations.
function(qtrdma_catalogues directory result)
    set(catalogues)
    set(sources)
    if(QTRDMA_LRELEASE)
        file(GLOB sources CONFIGURE_DEPENDS "${QTRDMA_TRANSLATIONS}/*.ts")
    endif()
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        set(catalogue "${directory}/${name}.qm")
        add_custom_command(OUTPUT "${catalogue}"
            COMMAND "${QTRDMA_LRELEASE}" -silent -compress "${source}" -qm "${catalogue}"
            DEPENDS "${source}"
            VERBATIM)
        list(APPEND catalogues "${catalogue}")
    endforeach()
    set(${result} "${catalogues}" PARENT_SCOPE)
endfunction()

function(qtrdma_translate target)
    set(directory "${CMAKE_CURRENT_BINARY_DIR}/translations/${target}")
    qtrdma_catalogues("${directory}" catalogues)
    if(NOT catalogues)
        message(STATUS "${target}: lrelease of Qt's linguist tools or the translations not found, it speaks English")
        return()
    endif()
    target_sources(${target} PRIVATE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/translations.cpp")
    qt_add_resources(${target} ${target}_translations
        PREFIX /translations
        BASE "${directory}"
        FILES ${catalogues})
endfunction()
