using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>One prepared statement, executed once per row, which is what the report's ExecuteBatch and ExecuteArrayBatch do without a pipeline.</summary>
internal sealed class PreparedScheme(BenchDatabase database, SchemeOperation operation, bool inTransaction)
    : DriverScheme(database, "prepared", inTransaction)
{
    public override bool IsSlow => true;

    protected override long Send(DbConnection connection, DbTransaction? transaction, BenchUser[] users)
    {
        using DbCommand command = Command(connection, transaction, operation.Sql);
        RowParameters.Declare(command, operation.Types);
        command.Prepare();
        long affected = 0;
        foreach (BenchUser user in users)
        {
            RowParameters.Fill(command, operation.Values(user));
            affected += command.ExecuteNonQuery();
        }
        return affected;
    }
}
