using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Checks that a key which the model leaves to the server comes from a counter: if the server reports no generated key, there is none.</summary>
internal static class CounterCheck
{
    /// <exception cref="NotSupportedException">The server reported no key.</exception>
    public static void Check(BulkPlan plan, StatementOutcome outcome, IBulkTransaction transaction)
    {
        // LAST_INSERT_ID(), which several statements in one command query, does not report keys that a trigger sets.
        if (plan.Choice.Strategy == BulkStrategy.MultiStatement)
            return;
        if (outcome.Rows is { } each ? !each.Keys.Contains(0) : outcome.FirstGeneratedKey != 0)
            return;
        string stored = transaction.Kind == TransactionKind.None ? " The rows sent so far are stored." : "";
        throw new NotSupportedException(
            $"The server reported no generated key for '{plan.Table.AutoIncrement!.DisplayName}': its column is not AUTO_INCREMENT. "
            + $"Assign the keys, give the property a value generator, or set BulkInsertOptions.ReturnKeys = false.{stored}");
    }
}
