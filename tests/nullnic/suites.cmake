# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# The tests with NEEDS rdma that also run on the null device, as tst_name@null. README.md tells why the others do not.
set(QTRDMA_NULL_TESTS
    tst_abstractserver
    tst_abstractstream
    tst_asyncevents
    tst_bridge
    tst_completionqueues
    tst_connectionwatcher
    tst_deviceclock
    tst_differential
    tst_endpoints
    tst_eventdispatcher
    tst_extendedqueues
    tst_faultlibrary
    tst_httpserver
    tst_newersends
    tst_nullnic
    tst_portspeed
    tst_postbuilder
    tst_qthttpserver
    tst_qtwebsockets
    tst_rdmaconnection
    tst_rdmadatagramsocket
    tst_rdmamemory
    tst_rdmaqueuepair
    tst_rdmasharedreceivequeue
    tst_rdmastream
    tst_rdmatcpsocket
    tst_rdmatlsstream
    tst_relaxedordering
    tst_remoteobjecturls
    tst_remoteobjects
    tst_senderdeleted
    tst_serverends
    tst_streamcontract
    tst_streamfiles
    tst_streamlimits
    tst_streamreading
    tst_streamreserve
    tst_streamslices
    tst_streamwriting
    tst_tlsnewcomers
    tst_workrequests
)

# Those whose peers are other processes. They have a net of their own, with the name of the test.
set(QTRDMA_NULL_NET_TESTS
    tst_bridgetool
    tst_chat_rdma
    tst_chattls_rdma
    tst_cleanclose
    tst_engine
    tst_firstpeer
    tst_hostile
    tst_hostileshared
    tst_httpfile
    tst_keyvalue
    tst_pool
    tst_rdmacoro
    tst_rdmareconnector
    tst_sharedstreams
    tst_tools
    tst_twoprocesses
    tst_unloading
)
