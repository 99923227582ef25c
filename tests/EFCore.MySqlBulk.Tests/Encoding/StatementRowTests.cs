using EFCore.MySqlBulk.Encoding;

namespace EFCore.MySqlBulk.Tests.Encoding;

/// <summary>Rows that are statements of their own, with text around each value.</summary>
public sealed class StatementRowTests
{
    [Fact]
    public void A_row_of_a_statement_with_places_has_its_text_between_the_values()
    {
        using LiteralSink sink = new(true, false);
        for (int i = 1; i <= 2; i++)
        {
            sink.BeginRow(["UPDATE t SET a = ", ", b = ", " WHERE id = ", ";"]);
            sink.Write("x");
            sink.Separator();
            sink.Null();
            sink.Separator();
            sink.Write(i);
            sink.EndRow();
        }

        Assert.Equal("UPDATE t SET a = 'x', b = NULL WHERE id = 1;UPDATE t SET a = 'x', b = NULL WHERE id = 2;", sink.ToString());
        sink.Clear();
        sink.Write(1);
        sink.Separator();
        sink.Write(2);
        Assert.Equal("1,2", sink.ToString());
    }

    [Fact]
    public void A_row_without_values_is_written_once()
    {
        using LiteralSink sink = new(true, false);
        sink.BeginRow(["INSERT INTO t () VALUES ()"]);
        sink.EndRow();
        Assert.Equal("INSERT INTO t () VALUES ()", sink.ToString());
    }
}
