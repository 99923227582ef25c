using System.Data;
using System.Data.Common;

namespace EFCore.MySqlBulk.Benchmarks.Techniques.Schemes;

/// <summary>The parameters @p0, @p1 and so on of a command that sends one row.</summary>
internal static class RowParameters
{
    public static void Declare(DbCommand command, DbType[] types)
    {
        for (int i = 0; i < types.Length; i++)
        {
            DbParameter parameter = command.CreateParameter();
            (parameter.ParameterName, parameter.DbType) = ($"@p{i}", types[i]);
            command.Parameters.Add(parameter);
        }
    }

    public static void Fill(DbCommand command, object[] values)
    {
        for (int i = 0; i < values.Length; i++)
            command.Parameters[i].Value = values[i];
    }
}
