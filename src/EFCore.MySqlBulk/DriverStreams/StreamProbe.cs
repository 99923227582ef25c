using System.Globalization;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>Confirms, once a session, that what is read from a stream answers what was written to it: by a number that cannot be left over from before.</summary>
internal static class StreamProbe
{
    private static readonly ConditionalWeakTable<object, object> Heard = [];

    /// <summary>The session was confirmed before.</summary>
    public static bool IsKnown(DriverStream stream) => Heard.TryGetValue(stream.Session, out _);

    /// <summary>Asks for a number.</summary>
    /// <exception cref="ProtocolException">Something else came.</exception>
    public static async ValueTask ConfirmAsync(DriverStream stream, PipelineSession session)
    {
        string number = Random.Shared.NextInt64().ToString(CultureInfo.InvariantCulture);
        IReadOnlyList<string?[]> rows = await session.QueryAsync($"SELECT {number}").ConfigureAwait(false);
        if (rows is not [[var heard]] || heard != number)
            throw new ProtocolException("The connection's stream did not answer what it was asked.");
        Heard.AddOrUpdate(stream.Session, stream.Session.GetType());
    }
}
