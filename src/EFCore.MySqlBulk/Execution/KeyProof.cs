using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution;

/// <summary>What is known of a table's generated keys on a server: nothing, that the computed ones are right, or that a trigger sets them.</summary>
/// <remarks>A <c>BEFORE INSERT</c> trigger may set the key while the first id and the row count look right, and a user with data rights only cannot
/// see triggers. So the first statement's rows are looked at once: as many as were sent between the first and the last key, and the first and
/// the last with the contents sent.</remarks>
internal sealed class KeyProof
{
    /// <summary>The computed keys were seen to be right.</summary>
    public bool IsProven { get; private set; }

    /// <summary>They were seen to be wrong.</summary>
    public bool IsByTrigger { get; private set; }

    public static KeyProof Of(TableMap table, ServerFacts server, SessionFacts session)
        => table.GetOrAdd((nameof(KeyProof), server.Identity, session.Database), static (_, _) => new KeyProof());

    public static KeyProof Of(BulkPlan plan) => Of(plan.Table, plan.Server, plan.Session);

    /// <summary>Looks at the rows of a statement and remembers what it found.</summary>
    /// <returns>Whether the computed keys are right.</returns>
    public async ValueTask<bool> CheckAsync(
        BulkPlan plan, ContextSession session, QuotedNames names, BulkRow first, BulkRow last, int rows, long firstKey, IOBehavior io, CancellationToken token)
    {
        long lastKey = firstKey + ((rows - 1L) * plan.Session.AutoIncrementIncrement);
        DbCommand command = session.CreateCommand(KeyProofStatement.Text(plan, names, firstKey, lastKey));
        try
        {
            foreach (BulkRow row in new[] { first, last })
            {
                foreach (ColumnMap column in KeyProofStatement.Compared(plan))
                    command.Parameters.Add(column.TypeMapping.CreateParameter(command, $"@p{command.Parameters.Count}", column.ValueOf(row), true));
            }

            List<(long Rows, long First, long Last)> found = firstKey <= 0
                ? [(0, 0, 0)]
                : await session.QueryAsync(command, static reader => (Int(reader, 0), Int(reader, 1), Int(reader, 2)), io, token).ConfigureAwait(false);
            bool right = found[0] == (rows, 1, 1);
            IsProven |= right;
            IsByTrigger |= !right;
            return right;
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private static long Int(DbDataReader reader, int ordinal) => Convert.ToInt64(reader.GetValue(ordinal), CultureInfo.InvariantCulture);
}
