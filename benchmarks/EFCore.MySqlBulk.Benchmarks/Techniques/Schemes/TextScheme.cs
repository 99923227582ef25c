using System.Data.Common;
using System.Text;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>Many rows in one command, as text with literals.</summary>
internal sealed class TextScheme(BenchDatabase database, string name, bool inTransaction, int rowsPerCommand, Action<StringBuilder, BenchUser[]> write)
    : DriverScheme(database, name, inTransaction)
{
    protected override long Send(DbConnection connection, DbTransaction? transaction, BenchUser[] users)
    {
        long affected = 0;
        StringBuilder text = new();
        foreach (BenchUser[] chunk in users.Chunk(rowsPerCommand))
        {
            write(text.Clear(), chunk);
            using DbCommand command = Command(connection, transaction, text.ToString());
            affected += command.ExecuteNonQuery();
        }
        return affected;
    }
}
