using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>A statement of a call's last phase.</summary>
/// <param name="text">What it contains.</param>
/// <param name="which">1 for the first such statement.</param>
/// <param name="isAnswer">Whether its answer is meant, and not its request.</param>
internal sealed class Step(string text, int which, bool isAnswer)
{
    private readonly Lock _alone = new();
    private ProxyLink? _link;
    private int _seen;

    public bool WasReached { get; private set; }

    public bool IsReached(ProxyLink link, RelayedPacket packet)
    {
        lock (_alone)
        {
            if (WasReached)
                return false;
            if (packet.Command == CommandCode.Query && IsIt(packet.Text) && ++_seen == which)
            {
                _link = link;
                WasReached = !isAnswer;
                return !isAnswer;
            }

            return WasReached = isAnswer && link == _link && !packet.ToServer;
        }
    }

    // A driver may put query attributes before the text.
    private bool IsIt(string query) => text switch
    {
        "COMMIT" => query.EndsWith("COMMIT", StringComparison.Ordinal),
        "START TRANSACTION" => query.EndsWith("START TRANSACTION", StringComparison.Ordinal),
        "DELETE FROM" => query.Contains("DELETE FROM", StringComparison.Ordinal) && query.Contains(Decisions.Table, StringComparison.Ordinal),
        _ => query.Contains(text, StringComparison.Ordinal) && !query.Contains("COLUMNS", StringComparison.Ordinal),
    };
}
