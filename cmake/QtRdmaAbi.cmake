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

# The version script of what is released, and that of builds with tests: what Q_RDMA_AUTOTEST_EXPORT marks has the
# version of private symbols there. Those of a release fit libraries of the same release only.
set(QTRDMA_PRIVATE_VERSION "QTRDMA_${PROJECT_VERSION}_PRIVATE")
set(QTRDMA_RELEASE_SCRIPT "${PROJECT_BINARY_DIR}/release.map")
set(QTRDMA_NO_OTHERS "\nlocal:\n    *;")
set(QTRDMA_ALL_OTHERS "")
configure_file("${PROJECT_SOURCE_DIR}/cmake/exports.map.in" "${QTRDMA_RELEASE_SCRIPT}" @ONLY)
set(QTRDMA_VERSION_SCRIPT "${QTRDMA_RELEASE_SCRIPT}")
if(QTRDMA_BUILD_TESTS)
    set(QTRDMA_VERSION_SCRIPT "${PROJECT_BINARY_DIR}/tests.map")
    set(QTRDMA_NO_OTHERS "")
    set(QTRDMA_ALL_OTHERS "\n    *;")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/exports.map.in" "${QTRDMA_VERSION_SCRIPT}" @ONLY)
endif()

# Names the files of a library, and limits what it exports to a version script: by default to that of this build.
function(qtrdma_abi target)
    set(script "${QTRDMA_VERSION_SCRIPT}")
    if(ARGC GREATER 1)
        set(script "${ARGV1}")
    endif()
    set_target_properties(${target} PROPERTIES
        VERSION ${PROJECT_VERSION}
        SOVERSION ${QTRDMA_ABI_VERSION}
        POSITION_INDEPENDENT_CODE ON # also of a static library: it may become part of a plugin
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
    )
    target_link_options(${target} PRIVATE "LINKER:--version-script=${script}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
    if(QTRDMA_BUILD_TESTS AND NOT QTRDMA_SANITIZE)
        # tests/abi reads the interface from the debug information; the flags of the preset give lines only.
        target_compile_options(${target} PRIVATE -g)
    endif()
endfunction()
