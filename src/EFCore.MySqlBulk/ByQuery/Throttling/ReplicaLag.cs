using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.ByQuery.Throttling;

/// <summary>How far a replica is behind.</summary>
/// <param name="IsReplica">Whether the server is one.</param>
/// <param name="Time">The time since what it applies was committed, in whole seconds, of its slowest channel; <see langword="null" /> if it does not replicate.</param>
internal readonly record struct ReplicaLag(bool IsReplica, TimeSpan? Time)
{
    private static readonly Version RenamedOnMySql = new(8, 0, 22);

    /// <summary>Asks a replica.</summary>
    public static async ValueTask<ReplicaLag> ReadAsync(DbConnection connection, IOBehavior io, CancellationToken token)
    {
        DbCommand command = connection.CreateCommand();
        (command.CommandText, string column) = StatementOf(connection.ServerVersion);
        DbDataReader reader = await command.ExecuteReaderAsync(io, token).ConfigureAwait(false);
        try
        {
            ReplicaLag most = default;
            while (await reader.ReadAsync(io, token).ConfigureAwait(false))
            {
                TimeSpan? time = reader.GetValue(reader.GetOrdinal(column)) is var value and not DBNull ? TimeSpan.FromSeconds(Convert.ToInt64(value, CultureInfo.InvariantCulture)) : null;
                most = !most.IsReplica ? new(true, time) : most with { Time = most.Time is null || time is null ? null : TimeSpan.FromTicks(Math.Max(most.Time.Value.Ticks, time.Value.Ticks)) };
            }

            return most;
        }
        finally
        {
            await reader.DisposeAsync(io, token).ConfigureAwait(false);
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    // A row for each channel.
    private static (string Text, string Column) StatementOf(string serverVersion) => ServerFacts.ParseVersion(serverVersion, "") switch
    {
        (ServerFlavor.MariaDb, _) => ("SHOW ALL SLAVES STATUS", "Seconds_Behind_Master"),
        (_, var version) when version < RenamedOnMySql => ("SHOW SLAVE STATUS", "Seconds_Behind_Master"),
        _ => ("SHOW REPLICA STATUS", "Seconds_Behind_Source"),
    };
}
