using System.Data.Common;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Checks that a generated key comes from AUTO_INCREMENT: if the server reports no generated key, the column has no counter.</summary>
internal static class CounterCheck
{
    /// <summary>Whether the server reported a key for each row.</summary>
    public static bool HasKeys(BulkPlan plan, StatementOutcome outcome)
        // LAST_INSERT_ID(), which several statements in one command query, does not report keys that a trigger sets.
        => plan.Choice.Strategy == BulkStrategy.MultiStatement || (outcome.Rows is { } each ? !each.Keys.Contains(0) : outcome.FirstGeneratedKey != 0);

    /// <summary>The error of a statement without keys.</summary>
    /// <remarks>Without TLS, a driver may read a damaged answer as one without a key.</remarks>
    public static async ValueTask<Exception> ErrorAsync(
        BulkPlan plan, QuotedNames names, IBulkTransaction transaction, IQueryConnection holder, IOBehavior io, CancellationToken token)
    {
        ColumnMap key = plan.Table.AutoIncrement!;
        if ((await holder.QueryAsync($"SHOW COLUMNS FROM {names.Table(plan.Table)}", HasCounter, io, token).ConfigureAwait(false)).Contains(true))
        {
            return new BulkOperationException(
                $"The server reported no generated key for '{key.DisplayName}', although its column is AUTO_INCREMENT: the answer was damaged in transit. "
                + "TLS (SslMode in the connection string) detects damage.")
            {
                IsTransient = true,
            };
        }

        string stored = transaction.Kind == TransactionKind.None ? " The rows sent so far are stored." : "";
        return new InvalidOperationException(
            $"The server reported no generated key for '{key.DisplayName}': its column is not AUTO_INCREMENT. "
            + $"Assign the keys, give the property a value generator, or set BulkInsertOptions.ReturnKeys = false.{stored}");
    }

    // A table has at most one AUTO_INCREMENT column.
    private static bool HasCounter(DbDataReader column) => column["Extra"] is string extra && extra.Contains("auto_increment", StringComparison.OrdinalIgnoreCase);
}
