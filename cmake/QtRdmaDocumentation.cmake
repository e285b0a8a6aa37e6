# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The class reference, made by qdoc from the comments in src, and the component doc.

if(QTRDMA_BUILD_DOC)
    find_program(QTRDMA_QDOC qdoc REQUIRED
        HINTS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}" "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_LIBEXECS}")
    set(configuration "${PROJECT_BINARY_DIR}/qtrdma.qdocconf")
    set(headers "$<TARGET_PROPERTY:Qt6::Core,INTERFACE_INCLUDE_DIRECTORIES>"
        "$<TARGET_PROPERTY:Qt6::Network,INTERFACE_INCLUDE_DIRECTORIES>")
    # The first three are ours: what includes all public headers, these headers, and those that the build makes.
    file(GENERATE OUTPUT "${configuration}" CONTENT "include(${PROJECT_SOURCE_DIR}/doc/qtrdma.qdocconf)
includepaths = ${PROJECT_BINARY_DIR}/include/QtRdma ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include \\
    $<JOIN:${headers}, >
")
    qtrdma_below(documents "${QT6_INSTALL_PREFIX}" "${QT6_INSTALL_DOCS}")
    add_custom_target(reference ALL
        COMMAND "${CMAKE_COMMAND}" -E env "QT_INSTALL_DOCS=${documents}"
            "${QTRDMA_QDOC}" -outputdir "${PROJECT_BINARY_DIR}/html" "${configuration}"
        # The index, which is for other documentation's links, has the paths of this build.
        COMMAND sed -i "s/ filepath=\"[^\"]*\"//g" "${PROJECT_BINARY_DIR}/html/qtrdma.index"
        VERBATIM)
endif()

if(QTRDMA_INSTALL)
    install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
    install(DIRECTORY doc/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/doc" COMPONENT doc
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.webp")
    install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
    if(QTRDMA_BUILD_DOC)
        install(DIRECTORY "${PROJECT_BINARY_DIR}/html" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
    endif()
endif()
