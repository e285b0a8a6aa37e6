# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The class reference, made by qdoc from the comments in src, and the component doc.

if(QTRDMA_BUILD_DOC)
    find_program(QTRDMA_QDOC qdoc REQUIRED
        HINTS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}" "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_LIBEXECS}")
    set(configuration "${PROJECT_BINARY_DIR}/qtrdma.qdocconf")
    set(headers "$<TARGET_PROPERTY:Qt6::Core,INTERFACE_INCLUDE_DIRECTORIES>"
        "$<TARGET_PROPERTY:Qt6::Network,INTERFACE_INCLUDE_DIRECTORIES>")
    # The first three are ours: the header that includes all, the public headers, and those that the build makes.
    file(GENERATE OUTPUT "${configuration}" CONTENT "include(${PROJECT_SOURCE_DIR}/doc/qtrdma.qdocconf)
includepaths = ${PROJECT_SOURCE_DIR}/doc/site ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include \\
    $<JOIN:${headers}, >
")
    qtrdma_below(documents "${QT6_INSTALL_PREFIX}" "${QT6_INSTALL_DOCS}")
    add_custom_target(reference ALL
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${PROJECT_BINARY_DIR}/html"
        COMMAND "${CMAKE_COMMAND}" -E env "QT_INSTALL_DOCS=${documents}"
            "${QTRDMA_QDOC}" -indexdir "${documents}" -outputdir "${PROJECT_BINARY_DIR}/html" "${configuration}"
        COMMAND "${PROJECT_SOURCE_DIR}/doc/site/finish" "${PROJECT_BINARY_DIR}/html"
        VERBATIM)
    find_program(QTRDMA_QHELPGENERATOR qhelpgenerator
        HINTS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}" "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_LIBEXECS}")
    if(QTRDMA_QHELPGENERATOR)
        # After the target reference. It does not depend on it: ./run docs adds the guide between the two.
        add_custom_target(qch
            COMMAND "${QTRDMA_QHELPGENERATOR}" "${PROJECT_BINARY_DIR}/html/qtrdma.qhp"
                -o "${PROJECT_BINARY_DIR}/qtrdma.qch"
            VERBATIM)
    endif()
endif()

if(QTRDMA_INSTALL)
    install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
    install(DIRECTORY doc/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/doc" COMPONENT doc
        FILES_MATCHING PATTERN site EXCLUDE PATTERN snippets EXCLUDE PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.webp")
    install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
    if(QTRDMA_BUILD_DOC)
        install(DIRECTORY "${PROJECT_BINARY_DIR}/html" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc
            REGEX "\\.qhp(\\.sha1)?$" EXCLUDE)
    endif()
endif()
