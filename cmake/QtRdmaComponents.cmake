# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# What is installed belongs to one of these components, which packages are made of (doc/packaging.md):
#
#   runtime   the library QtRdma
#   compat    the library QtRdmaCompat
#   tls       the library QtRdmaTls
#   qml       the QML module
#   devel     what programs are built with: headers, CMake package, pkg-config files, modules of qmake
#   tools     programs, with their manual pages
#   doc       the class reference, these pages, the sources of the examples

set(QTRDMA_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/QtRdma")

# Installs a library, and what programs need to link to it.
function(qtrdma_install_library target component)
    install(TARGETS ${target} EXPORT ${target}Targets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${component} NAMELINK_COMPONENT devel
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT devel
        FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT devel
        FILE_SET forwarding DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT devel
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" "${CMAKE_INSTALL_INCLUDEDIR}/QtRdma"
    )
    install(EXPORT ${target}Targets
        NAMESPACE QtRdma::
        DESTINATION "${QTRDMA_PACKAGE_DIR}"
        COMPONENT devel
    )
endfunction()

# Sets VARIABLE to where an installed directory is, if 'prefix' is where the prefix is.
function(qtrdma_below variable prefix directory)
    cmake_path(APPEND prefix "${directory}") # which may be absolute
    set(${variable} "${prefix}" PARENT_SCOPE)
endfunction()

# Sets VARIABLE to the way from an installed directory to another one, which stays right when both are moved. It is empty when
# one of them is below the prefix and the other one is absolute.
function(qtrdma_way variable from to)
    set(way "")
    cmake_path(IS_ABSOLUTE from isAbsoluteFrom)
    cmake_path(IS_ABSOLUTE to isAbsoluteTo)
    if(isAbsoluteFrom STREQUAL isAbsoluteTo)
        qtrdma_below(base "/prefix" "${from}")
        qtrdma_below(way "/prefix" "${to}")
        cmake_path(NORMAL_PATH way)
        cmake_path(RELATIVE_PATH way BASE_DIRECTORY "${base}")
        string(REGEX REPLACE "/$" "" way "${way}")
    endif()
    set(${variable} "${way}" PARENT_SCOPE)
endfunction()

# Has an installed program or library, which lies in 'directory', find the libraries of the same prefix. To be called behind
# its rule of installation: below /usr the loader knows where to look, and distributions refuse a RUNPATH.
function(qtrdma_finds_libraries target directory component)
    qtrdma_way(way "${directory}" "${CMAKE_INSTALL_LIBDIR}")
    if(NOT way OR NOT BUILD_SHARED_LIBS)
        return()
    endif()
    string(REGEX REPLACE "/\\.$" "" runpath "$ORIGIN/${way}")
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "${runpath}")
    qtrdma_below(place "\${CMAKE_INSTALL_PREFIX}" "${directory}")
    install(CODE "
        if(\"${place}\" MATCHES \"^/usr/\")
            file(RPATH_REMOVE FILE \"\$ENV{DESTDIR}${place}/$<TARGET_FILE_NAME:${target}>\")
        endif()"
        COMPONENT ${component})
endfunction()
