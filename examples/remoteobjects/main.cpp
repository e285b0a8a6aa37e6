// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

// thermostat --listen rdma://10.77.0.1:7471              one machine has a thermostat
// thermostat --connect rdma://10.77.0.1:7471 --set 22    others have a replica of it

#include "checkedoptions.h"
#include "rdmanode.h"
#include "thermostat.h"

#include <QRemoteObjectDynamicReplica>
#include <QRemoteObjectHost>
#include <QTimer>
#include <QUrl>

#include <memory>

namespace {

using namespace std::chrono_literals;

constexpr double Coldest = -100; // degrees
constexpr double Warmest = 100;

// Prints changes of a replica, whose properties are known when the program runs.
class Display : public QObject
{
    Q_OBJECT

public:
    Display(QRemoteObjectDynamicReplica *replica, const QVariant &wanted)
        : m_replica(replica)
        , m_wanted(wanted)
    {
        connect(m_replica, &QRemoteObjectReplica::initialized, this, &Display::begin);
        connect(m_replica, &QRemoteObjectReplica::stateChanged, this,
                [](QRemoteObjectReplica::State state) {
                    if (state == QRemoteObjectReplica::Suspect)
                        Program::print(Program::Texts::tr("The thermostat is away"));
                });
    }

private Q_SLOTS:
    void show()
    {
        Program::print(Program::Texts::tr("%1 degrees, %2 wanted")
                               .arg(m_replica->property("temperature").toDouble())
                               .arg(m_replica->property("wanted").toDouble()));
    }

private:
    // The properties and signals are known now. It comes again with each connection.
    void begin()
    {
        disconnect(m_replica, &QRemoteObjectReplica::initialized, this, nullptr);
        connect(m_replica, SIGNAL(temperatureChanged(double)), this, SLOT(show()));
        connect(m_replica, SIGNAL(wantedChanged(double)), this, SLOT(show()));
        if (m_wanted.isValid())
            m_replica->setProperty("wanted", m_wanted);
        show();
    }

    QRemoteObjectDynamicReplica *m_replica;
    QVariant m_wanted;
};

int host(const QUrl &url)
{
    Thermostat thermostat;
    QRemoteObjectHost host(url);
    if (!host.enableRemoting(&thermostat, "Thermostat") || host.lastError())
        return Program::fail(Program::Texts::tr("cannot listen at %1").arg(url.toString()), 1);
    Program::print(Program::Texts::tr("Listening at %1").arg(host.hostUrl().toString()));
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &thermostat, &Thermostat::control);
    timer.start(1s);
    return QCoreApplication::exec();
}

int replicate(const QUrl &url, const QVariant &wanted)
{
    QRemoteObjectNode node;
    if (!node.connectToNode(url))
        return Program::fail(Program::Texts::tr("cannot connect to %1").arg(url.toString()), 1);
    const std::unique_ptr<QRemoteObjectDynamicReplica> replica(node.acquireDynamic("Thermostat"));
    const Display display(replica.get(), wanted);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    Program::describe(&parser, Program::Texts::tr("An object and its replicas, over RDMA."),
                      "thermostat --connect rdma://10.77.0.1:7471 --set 22");
    Program::addStandardOptions(&parser);
    parser.addOptions(
            { { "listen", Program::Texts::tr("Have the thermostat."), "url" },
              { "connect", Program::Texts::tr("Show that of another machine."), "url" },
              { "set", Program::Texts::tr("The temperature that is wanted there."), "degrees" } });
    Program::process(&parser);

    RdmaNode::registerSchemes();
    const bool isHost = parser.isSet("listen");
    if (isHost == parser.isSet("connect"))
        return Program::fail(Program::Texts::tr("it wants either --listen or --connect"));
    const QUrl url(parser.value(isHost ? "listen" : "connect"));
    if (url.host().isEmpty() || url.port() < 0)
        Program::refuse(
                Program::Texts::tr("--%1 wants rdma://HOST:PORT or prefer-rdma://HOST:PORT, "
                                   "not \"%2\"")
                        .arg(isHost ? "listen" : "connect", url.toString()));
    if (isHost)
        return host(url);
    QVariant wanted;
    if (parser.isSet("set"))
        wanted = Program::real(parser, "set", Coldest, Warmest);
    return replicate(url, wanted);
}

#include "main.moc"
