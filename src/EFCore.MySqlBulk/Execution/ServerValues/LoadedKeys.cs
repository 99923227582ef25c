using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution.ServerValues;

/// <summary>Finds the generated keys of rows that were stored by a LOAD DATA. The server generates them in the order of the rows, but did not know how many there would be, so that other sessions' keys may lie between.
/// If exactly as many rows as were loaded can be seen from the first key on, these are the rows: the transaction sees its own in any case.</summary>
internal sealed class LoadedKeys(ContextSession session, QuotedNames names, IOBehavior io, CancellationToken token)
{
    private bool _hasSnapshot;

    /// <summary>Whether the keys of a plan's rows have to be found.</summary>
    public static bool AreOf(BulkPlan plan) => plan is { ReturnsKeys: true, Choice.Strategy: BulkStrategy.LoadData };

    /// <summary>Prepares for a LOAD DATA. What has to be sent is sent with it.</summary>
    public void Begin(BulkPlan plan)
    {
        if (!_hasSnapshot)
            session.AttachedStatements.Add(LoadedKeysStatement.BeginSnapshot(plan.Table, names));
        _hasSnapshot = true;
        session.AttachedStatements.Add(KeyCountStatement.InFront);
    }

    /// <summary>The outcome of a LOAD DATA with the keys of its rows.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="rows">The number of rows.</param>
    /// <param name="holder">The connection that holds the rows.</param>
    /// <param name="hint">The index hint; empty if no index is known.</param>
    /// <exception cref="DoubtfulLoadException">They cannot be told from those of others.</exception>
    public async ValueTask<StatementOutcome> FindAsync(BulkPlan plan, int rows, IQueryConnection holder, string hint)
    {
        (long count, long first, long last) = (await holder.QueryAsync(LoadedKeysStatement.Count(plan.Table, names, hint), ReadCount, io, token).ConfigureAwait(false))[0];
        if (first == 0)
            throw new DoubtfulLoadException("the server reported no generated key");
        if (count != rows)
            throw Unknown(count, rows);
        if (last == first + ((rows - 1L) * plan.Session.AutoIncrementIncrement))
            return new(rows, first, RowsWithKeys: rows);
        List<long> keys = await holder.QueryAsync(LoadedKeysStatement.Keys(plan.Table, names, hint, first), ResultReader.Integer, io, token).ConfigureAwait(false);
        return keys.Count == rows ? new(rows, first, new([.. keys], []), KeysHaveGaps: true) : throw Unknown(keys.Count, rows);
    }

    private static (long Count, long First, long Last) ReadCount(DbDataReader reader) => (ResultReader.Integer(reader), ResultReader.Integer(reader, 1), reader.IsDBNull(2) ? 0 : ResultReader.Integer(reader, 2));

    private static DoubtfulLoadException Unknown(long found, int rows)
        => new(string.Create(CultureInfo.InvariantCulture, $"{found:N0} rows were found from the first generated key on instead of {rows:N0}, so their keys are not known: other sessions insert into the table, and the transaction sees their rows, or a trigger sets keys"));
}
