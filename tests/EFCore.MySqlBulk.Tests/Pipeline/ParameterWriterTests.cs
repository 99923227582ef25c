using System.Diagnostics;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.Tests.Pipeline;

public sealed class ParameterWriterTests
{
    private static readonly ParameterType Int = new(ColumnType.Long);
    private static readonly ParameterType Text = new(ColumnType.VarString);

    [Fact]
    public void An_execution_without_parameters_has_no_bitmap()
    {
        PreparedStatement statement = Ready([]);
        using PacketBuffer packet = new();
        Assert.Equal(-1, ComStmtExecute.Write(packet, statement, Formats.Plain));
        Assert.Equal([0x17, 9, 0, 0, 0, 0, 1, 0, 0, 0], packet.Written.ToArray());
        packet.Clear();
        Assert.Equal(-1, ComStmtExecute.Write(packet, statement, Formats.MySql));
        Assert.Equal([0x17, 9, 0, 0, 0, 8, 1, 0, 0, 0, 0], packet.Written.ToArray());
    }

    [Fact]
    public void Types_are_sent_until_they_are_known()
    {
        PreparedStatement statement = Ready([Int]);
        Assert.Equal([0x17, 9, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3, 0, 7, 0, 0, 0], Execution(statement, w => w.Int32(7)));
        statement.TypesAreKnown = true;
        Assert.Equal([0x17, 9, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 7, 0, 0, 0], Execution(statement, w => w.Int32(7)));
    }

    [Fact]
    public void With_query_attributes_the_parameters_are_counted_and_have_empty_names()
    {
        PreparedStatement statement = Ready([Int, Text]);
        Assert.Equal(
            [0x17, 9, 0, 0, 0, 8, 1, 0, 0, 0, 2, 2, 1, 3, 0, 0, 0xFD, 0, 0, 7, 0, 0, 0],
            Execution(statement, w =>
            {
                w.Int32(7);
                w.Null();
            }, Formats.MySql));
        statement.TypesAreKnown = true;
        Assert.Equal(
            [0x17, 9, 0, 0, 0, 8, 1, 0, 0, 0, 2, 0, 0, 7, 0, 0, 0, 2, 0xC3, 0xA4],
            Execution(statement, w =>
            {
                w.Int32(7);
                w.Text("ä");
            }, Formats.MySql));
    }

    [Fact]
    public void Any_pattern_of_NULLs_can_be_read_back() => Prop.ForAll(ArbMap.Default.ArbFor<int?[]>(), ArbMap.Default.ArbFor<bool>(), (values, attributes) =>
    {
        PreparedStatement statement = Ready([.. values.Select(_ => Int)]);
        byte[] packet = Execution(statement, w => WriteAll(w, values), attributes ? Formats.MySql : Formats.Plain);
        string?[] row = new ExecuteDecoder(packet, values.Length, attributes).Decode();
        return row.SequenceEqual(values.Select(v => v?.ToString(System.Globalization.CultureInfo.InvariantCulture)));
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void A_value_of_another_type_than_announced_is_refused()
        => Assert.Throws<UnreachableException>(() => Execution(Ready([Int]), w => w.Int64(7)));

    [Fact]
    public void Too_many_and_too_few_values_are_refused()
    {
        Assert.Throws<UnreachableException>(() => Execution(Ready([Int]), w => WriteAll(w, [1, 2])));
        Assert.Throws<UnreachableException>(() => Execution(Ready([Int]), w => WriteAll(w, [1, null])));
        Assert.Throws<UnreachableException>(() => Execution(Ready([Int]), w => WriteAll(w, [])));
    }

    private static void WriteAll(ParameterWriter writer, int?[] values)
    {
        foreach (int? value in values)
        {
            if (value is { } number)
                writer.Int32(number);
            else
                writer.Null();
        }
    }

    private static byte[] Execution(PreparedStatement statement, Action<ParameterWriter> write, PipelineFormat format = default)
    {
        using PacketBuffer packet = new();
        ParameterWriter writer = new(packet);
        writer.Begin(statement.Types, ComStmtExecute.Write(packet, statement, format));
        write(writer);
        writer.EndRow();
        return packet.Written.ToArray();
    }

    private static PreparedStatement Ready(ParameterType[] types)
    {
        PreparedStatement statement = new(types);
        statement.Answered(9, types.Length);
        return statement;
    }
}
