using System.Globalization;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>Confirms, once per session, that answers match queries: queries a random number, which an earlier answer cannot contain.</summary>
internal static class StreamProbe
{
    private static readonly ConditionalWeakTable<object, object> Heard = [];

    /// <summary>Whether the session was confirmed before.</summary>
    public static bool IsKnown(DriverStream stream) => Heard.TryGetValue(stream.Session, out _);

    /// <summary>Queries a random number.</summary>
    /// <exception cref="ProtocolException">The answer is another one.</exception>
    public static async ValueTask ConfirmAsync(DriverStream stream, PipelineSession session)
    {
        string number = Random.Shared.NextInt64().ToString(CultureInfo.InvariantCulture);
        IReadOnlyList<string?[]> rows = await session.QueryAsync($"SELECT {number}").ConfigureAwait(false);
        if (rows is not [[var heard]] || heard != number)
            throw new ProtocolException("The answer on the connection's stream is not that of the query.");
        Heard.AddOrUpdate(stream.Session, stream.Session.GetType());
    }
}
