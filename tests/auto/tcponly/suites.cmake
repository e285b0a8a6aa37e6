# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The tests with NEEDS rdma that also run over TCP, as tst_name@tcp: they need no device.
set(QTRDMA_TCP_TESTS
    tst_abstractstream
    tst_bridge
    tst_bridgetool
    tst_cleanclose
    tst_connectionwatcher
    tst_dashboard
    tst_pool
    tst_porting
    tst_portingtls
    tst_qmltls
    tst_qthttpserver
    tst_qtwebsockets
    tst_rdmareconnector
    tst_rdmatcpsocket
    tst_rdmatlsstream
    tst_remoteobjecturls
    tst_remoteobjects
    tst_streamcontract
    tst_streamfiles
    tst_streamreading
    tst_streamreserve
    tst_streamwriting
    tst_tlsnewcomers
)
