using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A pipeline session that may serve several operations, one after the other.</summary>
internal sealed class PooledSession(PipelineSession session, PipelineSettings settings, bool synchronous, bool returns)
{
    public PipelineSession Session => session;

    public PipelineSettings Settings => settings;

    public bool IsSynchronous => synchronous;

    /// <summary>Its settings as it was opened and as a reset makes them again; known after the first probe.</summary>
    public SessionSettings? Initial { get; set; }

    public DateTime IdleSince { get; set; }

    /// <summary>Gives it back for the next operation; one that saw anything but a server's error is closed.</summary>
    public ValueTask ReturnAsync()
    {
        if (!returns || !session.IsUsable)
            return DiscardAsync();
        SessionPool.Return(this);
        return default;
    }

    public ValueTask DiscardAsync() => session.CloseAsync();
}
