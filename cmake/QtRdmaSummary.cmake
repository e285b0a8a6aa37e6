# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# At the end of configuring: what is built, and what the rest would need.

include(FeatureSummary)

add_feature_info("Shared libraries" BUILD_SHARED_LIBS "static ones otherwise (BUILD_SHARED_LIBS)")
add_feature_info("Linked rdma-core" QTRDMA_LINK_RDMA_CORE "loaded when it is first needed otherwise (QTRDMA_LINK_RDMA_CORE)")
add_feature_info("TLS" "TARGET QtRdmaTls"
    "the library QtRdmaTls, with OpenSSL 3.0.2 or newer and a Qt that has TLS (QTRDMA_BUILD_TLS)")
add_feature_info("QML module" "TARGET qtrdmaqml" "with Qt Qml (QTRDMA_BUILD_QML)")
add_feature_info("Examples" QTRDMA_BUILD_EXAMPLES "windows with Qt Quick and the QML module (QTRDMA_BUILD_EXAMPLES)")
add_feature_info("Class reference" "TARGET reference" "with qdoc (QTRDMA_BUILD_DOC)")
add_feature_info("Tests" QTRDMA_BUILD_TESTS "the libraries export internals for them (QTRDMA_BUILD_TESTS)")
add_feature_info("Benchmarks" QTRDMA_BUILD_BENCHMARKS "what ./run bench measures (QTRDMA_BUILD_BENCHMARKS)")
add_feature_info("Link-time optimization" QTRDMA_LTO "the shared library is optimized as a whole (QTRDMA_LTO)")
add_feature_info("Hardening" QTRDMA_HARDENED "distributions set such flags themselves (QTRDMA_HARDENED)")
add_feature_info("Installation" QTRDMA_INSTALL "below ${CMAKE_INSTALL_PREFIX} (QTRDMA_INSTALL)")

# A project around this one prints its own.
if(PROJECT_IS_TOP_LEVEL)
    message(STATUS "QtRdma ${PROJECT_VERSION} with Qt ${Qt6_VERSION}, libibverbs ${RdmaCore_libibverbs_VERSION}")
    feature_summary(WHAT ENABLED_FEATURES DISABLED_FEATURES)
endif()
