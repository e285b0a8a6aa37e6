# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Installation of the libraries and of what programs are built with: headers, CMake package, files for pkg-config and qmake.

include(CMakePackageConfigHelpers)

set(QTRDMA_QMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/qt6/mkspecs/modules" CACHE STRING
    "Where qmake looks for modules, below the prefix")

set(QTRDMA_WITH_TLS OFF)
set(QTRDMA_WITH_QML OFF)
if(TARGET qtrdmaqml)
    set(QTRDMA_WITH_QML ON)
endif()

qtrdma_install_library(QtRdma runtime)
qtrdma_install_library(QtRdmaCompat compat)
qtrdma_finds_libraries(QtRdmaCompat "${CMAKE_INSTALL_LIBDIR}" compat)
set(QTRDMA_PC_FILES QtRdma.pc QtRdmaCompat.pc)
set(QTRDMA_QMAKE_FILES qt_lib_qtrdma.pri qt_lib_qtrdmacompat.pri)
if(TARGET QtRdmaTls)
    set(QTRDMA_WITH_TLS ON)
    qtrdma_install_library(QtRdmaTls tls)
    list(APPEND QTRDMA_PC_FILES QtRdmaTls.pc)
    list(APPEND QTRDMA_QMAKE_FILES qt_lib_qtrdmatls.pri)
    qtrdma_finds_libraries(QtRdmaTls "${CMAKE_INSTALL_LIBDIR}" tls)
endif()

configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/QtRdmaConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/QtRdmaConfig.cmake"
    INSTALL_DESTINATION "${QTRDMA_PACKAGE_DIR}"
)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/QtRdmaConfigVersion.cmake"
    COMPATIBILITY ${QTRDMA_PACKAGE_COMPATIBILITY})
install(FILES
    "${PROJECT_BINARY_DIR}/QtRdmaConfig.cmake"
    "${PROJECT_BINARY_DIR}/QtRdmaConfigVersion.cmake"
    DESTINATION "${QTRDMA_PACKAGE_DIR}"
    COMPONENT devel
)

# Sets VARIABLE to where the prefix is, for a file that knows 'here' as its directory.
function(qtrdma_prefix variable directory here)
    qtrdma_way(way "${directory}" ".")
    set(prefix "${CMAKE_INSTALL_PREFIX}")
    if(way)
        set(prefix "${here}/${way}")
    endif()
    set(${variable} "${prefix}" PARENT_SCOPE)
endfunction()

set(QTRDMA_PC_DIR "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
qtrdma_prefix(QTRDMA_PC_PREFIX "${QTRDMA_PC_DIR}" "\${pcfiledir}")
qtrdma_below(QTRDMA_PC_LIBDIR "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
qtrdma_below(QTRDMA_PC_INCLUDEDIR "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
set(QTRDMA_PC_CFLAGS "")
set(QTRDMA_PC_COMPAT_CFLAGS "")
set(QTRDMA_PC_TLS_CFLAGS "")
set(QTRDMA_PC_LIBS "")
if(NOT BUILD_SHARED_LIBS)
    set(QTRDMA_PC_CFLAGS " -DQ_RDMA_STATIC_DEFINE")
    set(QTRDMA_PC_COMPAT_CFLAGS " -DQ_RDMA_COMPAT_STATIC_DEFINE")
    set(QTRDMA_PC_TLS_CFLAGS " -DQ_RDMA_TLS_STATIC_DEFINE")
    set(QTRDMA_PC_LIBS " -Wl,-z,nodelete") # as by qtrdma_stays_loaded()
endif()
set(QTRDMA_PC_RDMA_CORE "-ldl")
if(QTRDMA_LINK_RDMA_CORE)
    set(QTRDMA_PC_RDMA_CORE "-lrdmacm -libverbs")
endif()
foreach(file IN LISTS QTRDMA_PC_FILES)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${file}.in" "${PROJECT_BINARY_DIR}/${file}" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${file}" DESTINATION "${QTRDMA_PC_DIR}" COMPONENT devel)
endforeach()

# qmake looks for what a static library needs in files of its own; programs take that from pkg-config.
if(BUILD_SHARED_LIBS)
    qtrdma_prefix(prefix "${QTRDMA_QMAKE_DIR}" "\$\$PWD")
    qtrdma_below(QTRDMA_QMAKE_LIBDIR "${prefix}" "${CMAKE_INSTALL_LIBDIR}")
    qtrdma_below(QTRDMA_QMAKE_INCLUDEDIR "${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
    foreach(file IN LISTS QTRDMA_QMAKE_FILES)
        configure_file("${PROJECT_SOURCE_DIR}/cmake/${file}.in" "${PROJECT_BINARY_DIR}/${file}" @ONLY)
        install(FILES "${PROJECT_BINARY_DIR}/${file}" DESTINATION "${QTRDMA_QMAKE_DIR}" COMPONENT devel)
    endforeach()
endif()
