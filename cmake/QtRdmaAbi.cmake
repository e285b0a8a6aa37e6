# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The binary interface: its version, and what of a library is exported. doc/versioning.md says when the version changes.

# 0.MINOR until 1.0, then MAJOR: programs go on running within one such version.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(QTRDMA_ABI_VERSION "0.${PROJECT_VERSION_MINOR}")
    set(QTRDMA_PACKAGE_COMPATIBILITY SameMinorVersion)
else()
    set(QTRDMA_ABI_VERSION "${PROJECT_VERSION_MAJOR}")
    set(QTRDMA_PACKAGE_COMPATIBILITY SameMajorVersion)
endif()

# With tests, what Q_RDMA_AUTOTEST_EXPORT marks is exported too, with a version of its own.
if(QTRDMA_BUILD_TESTS)
    set(QTRDMA_OTHER_SYMBOLS "};\n\nQTRDMA_PRIVATE {\nglobal:\n    *;")
else()
    set(QTRDMA_OTHER_SYMBOLS "\nlocal:\n    *;")
endif()
set(QTRDMA_VERSION_SCRIPT "${PROJECT_BINARY_DIR}/exports.map")
configure_file("${PROJECT_SOURCE_DIR}/cmake/exports.map.in" "${QTRDMA_VERSION_SCRIPT}" @ONLY)

# Names the files of a library and limits what it exports.
function(qtrdma_abi target)
    set_target_properties(${target} PROPERTIES
        VERSION ${PROJECT_VERSION}
        SOVERSION ${QTRDMA_ABI_VERSION}
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
    )
    target_link_options(${target} PRIVATE "LINKER:--version-script=${QTRDMA_VERSION_SCRIPT}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${QTRDMA_VERSION_SCRIPT}")
endfunction()
