using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>What is known about a table's generated keys on a server: nothing, that the computed keys are right, or why keys are not computed.</summary>
/// <remarks>A <c>BEFORE INSERT</c> trigger may set the key while the first id and the row count look right, and a user with data rights only cannot
/// see triggers. So the rows of the first statement are read back by their computed keys and compared, row by row, with what was sent.</remarks>
internal sealed class KeyVerification
{
    /// <summary>Whether the computed keys were found to be right.</summary>
    public bool IsVerified { get; private set; }

    /// <summary>Why the keys are not computed.</summary>
    public KeyUncertainty Uncertainty { get; private set; }

    /// <summary>Whether the table's storage engine is known.</summary>
    public bool IsEngineKnown { get; private set; }

    public static KeyVerification Of(TableMap table, ServerFacts server, SessionFacts session)
        => table.GetOrAdd((nameof(KeyVerification), server.Identity, session.Database), static (_, _) => new KeyVerification());

    public static KeyVerification Of(BulkPlan plan) => Of(plan.Table, plan.Server, plan.Session);

    /// <summary>The keys are wrong: a trigger sets them.</summary>
    public void Refute() => (IsVerified, Uncertainty) = (false, KeyUncertainty.Trigger);

    /// <summary>Queries the table's storage engine, once.</summary>
    public async ValueTask LearnEngineAsync(TableMap table, ContextSession session, IOBehavior io, CancellationToken token)
    {
        if (IsEngineKnown)
            return;
        if (await TableEngine.IsNonTransactionalAsync(table, session, io, token).ConfigureAwait(false))
            Uncertainty = KeyUncertainty.Engine;
        IsEngineKnown = true;
    }

    /// <summary>Reads the rows of a statement and remembers the result.</summary>
    /// <returns>Whether the computed keys are right.</returns>
    public async ValueTask<bool> CheckAsync(
        BulkPlan plan, IQueryConnection holder, QuotedNames names, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome, IOBehavior io, CancellationToken token)
    {
        int step = plan.Session.AutoIncrementIncrement;
        IReadOnlyList<ColumnMap> columns = KeyVerificationStatement.Compared(plan);
        Dictionary<long, object?[]> stored = [];
        string text = KeyVerificationStatement.Text(plan, names, outcome.KeyAt(0, step), outcome.KeyAt(rows.Length - 1, step));
        foreach ((long key, object?[] values) in await holder.QueryAsync(text, reader => Read(reader, columns), io, token).ConfigureAwait(false))
            stored[key] = values;
        object?[]?[] found = new object?[rows.Length][];
        for (int i = 0; i < found.Length; i++)
            found[i] = stored.GetValueOrDefault(outcome.KeyAt(i, step));

        bool right = Array.TrueForAll(found, values => values is not null) && RowComparison.AreFound(columns, rows.Span, found!);
        if (right)
            IsVerified = true;
        else
            Refute();
        return right;
    }

    private static (long Key, object?[] Values) Read(DbDataReader reader, IReadOnlyList<ColumnMap> columns)
    {
        object?[] values = new object?[columns.Count];
        for (int i = 0; i < columns.Count; i++)
            values[i] = GeneratedValueReader.Read(columns[i], reader, i + 1);
        long key = ResultReader.Integer(reader);
        return (key, values);
    }
}
