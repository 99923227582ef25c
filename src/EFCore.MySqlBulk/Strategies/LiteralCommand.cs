using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Creates a command from the contents of a literal sink: its text, and a parameter for each value that no literal can express.</summary>
internal static class LiteralCommand
{
    public static DbCommand Create(ContextSession session, LiteralSink sink)
    {
        DbCommand command = session.CreateCommand(sink.ToString());
        for (int i = 0; i < sink.Others.Count; i++)
        {
            OtherValue other = sink.Others[i];
            command.Parameters.Add(other.Column.TypeMapping.CreateParameter(command, $"@b{i}", other.Value, other.Column.IsNullable));
        }

        return command;
    }
}
