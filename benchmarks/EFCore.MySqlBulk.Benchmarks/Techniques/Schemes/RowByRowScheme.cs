using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>A command with parameters for each row, sent as text. Without a transaction it is the baseline for all others.</summary>
internal sealed class RowByRowScheme(BenchDatabase database, SchemeOperation operation, bool inTransaction)
    : DriverScheme(database, BaselineName, inTransaction)
{
    public const string BaselineName = "row by row";

    public override bool IsSlow => true;

    protected override long Send(DbConnection connection, DbTransaction? transaction, BenchUser[] users)
    {
        long affected = 0;
        foreach (BenchUser user in users)
        {
            using DbCommand command = Command(connection, transaction, operation.Sql);
            RowParameters.Declare(command, operation.Types);
            RowParameters.Fill(command, operation.Values(user));
            affected += command.ExecuteNonQuery();
        }
        return affected;
    }
}
