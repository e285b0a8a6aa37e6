# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Installation: library, headers, CMake package and pkg-config file.

include(CMakePackageConfigHelpers)

set(QTRDMA_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/QtRdma")

install(TARGETS QtRdma EXPORT QtRdmaTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILE_SET forwarding DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" "${CMAKE_INSTALL_INCLUDEDIR}/QtRdma"
)
install(EXPORT QtRdmaTargets
    NAMESPACE QtRdma::
    DESTINATION "${QTRDMA_PACKAGE_DIR}"
)
if(TARGET QtRdmaTls)
    install(TARGETS QtRdmaTls EXPORT QtRdmaTlsTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILE_SET forwarding DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" "${CMAKE_INSTALL_INCLUDEDIR}/QtRdma"
    )
    install(EXPORT QtRdmaTlsTargets
        NAMESPACE QtRdma::
        DESTINATION "${QTRDMA_PACKAGE_DIR}"
    )
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
)

cmake_path(IS_RELATIVE CMAKE_INSTALL_LIBDIR relative)
# ${pcfiledir} keeps the file right when the prefix is moved.
if(relative)
    cmake_path(SET here NORMALIZE "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    cmake_path(RELATIVE_PATH here BASE_DIRECTORY /prefix OUTPUT_VARIABLE unused)
    file(RELATIVE_PATH up "${here}" /prefix)
    set(QTRDMA_PC_PREFIX "\${pcfiledir}/${up}")
else()
    set(QTRDMA_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
endif()
set(QTRDMA_PC_FILES QtRdma.pc)
if(TARGET QtRdmaTls)
    list(APPEND QTRDMA_PC_FILES QtRdmaTls.pc)
endif()
foreach(file IN LISTS QTRDMA_PC_FILES)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${file}.in" "${PROJECT_BINARY_DIR}/${file}" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${file}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
