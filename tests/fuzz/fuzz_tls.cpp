// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "fuzz.h"

#include "tests/auto/shared/testcertificates.h"
#include "tls/tlsengine_p.h"

#include <QtCore/qcoreapplication.h>

using namespace QtRdmaPrivate;

namespace {

class Wire final : public TlsTransport
{
public:
    qint64 takeRecords(char *data, qint64 size) override
    {
        const qint64 count = qMin<qint64>(size, incoming.size());
        std::copy_n(incoming.constData(), count, data);
        incoming.remove(0, qsizetype(count));
        return count;
    }
    bool putRecords(const char *data, qint64 size) override
    {
        outgoing.append(data, qsizetype(size));
        return true;
    }

    QByteArray incoming;
    QByteArray outgoing;
};

std::shared_ptr<TlsContext> contextOf(const QSslConfiguration &configuration, TlsRole role)
{
    RdmaError failure;
    auto context = TlsContext::make(configuration, role, &failure);
    require(context != nullptr, "there is a context");
    return context;
}

struct Contexts
{
    Contexts()
    {
        const RdmaTest::TestAuthority authority;
        QSslConfiguration serving;
        const RdmaTest::Identity identity = authority.issue("DNS:host.example");
        serving.setLocalCertificate(identity.certificate);
        serving.setPrivateKey(identity.key);
        server = contextOf(serving, TlsRole::Server);
        client = contextOf(RdmaTest::configurationTrusting(authority), TlsRole::Client);
    }

    std::shared_ptr<TlsContext> client;
    std::shared_ptr<TlsContext> server;
};

struct End
{
    End(const std::shared_ptr<TlsContext> &context, const QString &name = {})
        : engine(context, &wire, name)
    {
    }

    void write(qsizetype size)
    {
        const QByteArray data(size, char('a' + written.size() % 26));
        if (engine.state() == TlsEngine::Established)
            written += data.first(qsizetype(engine.write(data.constData(), size)));
    }
    void read(const End &peer)
    {
        char data[1000];
        qint64 size = 0;
        while (engine.state() == TlsEngine::Established
               && (size = engine.read(data, sizeof(data))) > 0)
            taken.append(data, qsizetype(size));
        require(peer.written.startsWith(taken), "what is read was written");
    }

    Wire wire;
    TlsEngine engine;
    QByteArray written;
    QByteArray taken;
};

void disturb(QByteArray *wire, int how, FuzzInput *input)
{
    const qsizetype place =
            wire->isEmpty() ? 0 : qsizetype(input->number() % quint32(wire->size()));
    switch (how % 4) {
    case 0:
        wire->truncate(place);
        break;
    case 1:
        wire->append(wire->mid(place));
        break;
    case 2:
        if (!wire->isEmpty())
            (*wire)[place] = char(wire->at(place) ^ (1 + input->byte() % 255));
        break;
    default:
        wire->insert(place, input->bytes(input->byte()));
        break;
    }
}

void act(int what, End *end, End *peer, FuzzInput *input)
{
    switch (what % 8) {
    case 0:
    case 1:
    case 2:
        peer->wire.incoming += std::exchange(end->wire.outgoing, {});
        peer->engine.handshake();
        break;
    case 3:
        end->read(*peer);
        break;
    case 4:
        end->write(1 + input->byte() * 8);
        break;
    case 5:
        if (end->engine.state() == TlsEngine::Established)
            SSL_key_update(end->engine.handle(), SSL_KEY_UPDATE_REQUESTED);
        break;
    case 6:
        disturb(&end->wire.outgoing, what / 16, input);
        break;
    default:
        end->engine.closeWriting();
        break;
    }
}

} // namespace

// A client and a server, and a wire on which records are cut, said twice, changed and made up.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int argc = 1;
    static char name[] = "fuzz_tls";
    static char *argv[] = { name, nullptr };
    // Qt Network has objects that are destroyed before this one would be, and that it would use.
    static const auto *const app = new QCoreApplication(argc, argv);
    require(app == QCoreApplication::instance(), "there is one application");
    static const Contexts contexts;
    FuzzInput input(data, size);
    End client(contexts.client, QStringLiteral("host.example"));
    End server(contexts.server);
    client.engine.handshake();
    while (!input.atEnd()) {
        const int what = input.byte();
        if (what & 8)
            act(what, &server, &client, &input);
        else
            act(what, &client, &server, &input);
    }
    client.read(server);
    server.read(client);
    return 0;
}
