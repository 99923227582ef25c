using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using FsCheck;
using FsCheck.Fluent;

namespace EFCore.MySqlBulk.Tests.Pipeline;

public sealed class AnswerReaderTests
{
    [Fact]
    public void Rows_of_several_results_are_summed_and_warnings_are_those_of_the_last()
    {
        AnswerReader reader = Read(AnswerKind.Results, true, ServerBytes.OkWithMore, ServerBytes.OkWithMore, ServerBytes.Ok);
        Assert.Equal((5UL, 5UL, 0), (reader.Outcome.AffectedRows, reader.Outcome.LastInsertId, reader.Outcome.Warnings));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_result_set_is_read_to_its_end(bool deprecateEof)
    {
        byte[][] packets = deprecateEof
            ? [[2], ServerBytes.Column, ServerBytes.Column, [1, 65, 0xFB], [0, 1, 66], ServerBytes.EndOfRows]
            : [[2], ServerBytes.Column, ServerBytes.Column, ServerBytes.Eof, [1, 65, 0xFB], [0, 1, 66], ServerBytes.Eof];
        AnswerReader reader = Read(AnswerKind.Results, deprecateEof, packets);
        Assert.Equal([["A", null], ["", "B"]], Rows(reader));
        Assert.Equal(0UL, reader.Outcome.AffectedRows);
    }

    [Fact]
    public void A_row_with_a_field_above_16_MiB_is_not_taken_for_the_end_of_the_result()
    {
        byte[] row = new byte[9 + 0x1000000];
        row[0] = 0xFE;
        row[4] = 1;
        AnswerReader reader = Read(AnswerKind.Results, true, [1], ServerBytes.Column, row, ServerBytes.EndOfRows);
        Assert.Equal(0x1000000, Assert.Single(Rows(reader))[0]!.Length);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void The_definitions_in_the_answer_to_a_prepare_are_skipped(bool deprecateEof)
    {
        byte[] prepared = [0, 8, 7, 0, 0, 2, 0, 1, 0, 0, 0, 0];
        byte[][] packets = deprecateEof
            ? [prepared, ServerBytes.Column, ServerBytes.Column, ServerBytes.Column]
            : [prepared, ServerBytes.Column, ServerBytes.Eof, ServerBytes.Column, ServerBytes.Column, ServerBytes.Eof];
        Assert.Equal(new StmtPrepareOk(0x0708, 2, 1, 0), Read(AnswerKind.Prepared, deprecateEof, packets).Prepared);
        Read(AnswerKind.Prepared, deprecateEof, [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void MariaDB_says_whether_it_describes_the_columns(bool deprecateEof)
    {
        PipelineFormat format = Formats.MariaDb with { DeprecatesEof = deprecateEof };
        byte[] end = deprecateEof ? ServerBytes.EndOfRows : ServerBytes.Eof;
        byte[][] separator = deprecateEof ? [] : [ServerBytes.Eof];
        Assert.Equal([["A", null]], Rows(Read(AnswerKind.Results, format, [[2, 1], ServerBytes.Column, ServerBytes.Column, .. separator, [1, 65, 0xFB], end])));
        Assert.Equal([["A", null]], Rows(Read(AnswerKind.Results, format, [[2, 0], .. separator, [1, 65, 0xFB], end])));
        Assert.Throws<ProtocolException>(() => Read(AnswerKind.Results, format, [[2]]));
    }

    [Fact]
    public void An_answer_that_tells_of_another_database_ends_the_session()
    {
        foreach (PipelineFormat format in (PipelineFormat[])[Formats.MySql, Formats.MariaDb])
        {
            Assert.Throws<ProtocolException>(() => Read(AnswerKind.Results, format, ServerBytes.OkOfAnotherSchema));
            Assert.Throws<ProtocolException>(() => Read(AnswerKind.Results, format, ServerBytes.OkWithMore, ServerBytes.OkOfAnotherSchema));
            Assert.Throws<ProtocolException>(() => Read(AnswerKind.Results, format, [1, 1], ServerBytes.Column, [0xFE, .. ServerBytes.OkOfAnotherSchema[1..]]));
            Assert.Null(Read(AnswerKind.Results, format, ServerBytes.OkOfAnotherVariable).Error);
            // It is the current one already.
            Assert.Null(Read("db", AnswerKind.Results, format, ServerBytes.OkOfAnotherSchema).Error);
        }

        // Where it was not agreed on, the bytes say something else, or nothing.
        Assert.Null(Read(AnswerKind.Results, Formats.Plain, ServerBytes.OkOfAnotherSchema).Error);
    }

    [Fact]
    public void An_error_ends_the_answer_wherever_it_comes()
    {
        Assert.Equal(1062, Read(AnswerKind.Results, true, ServerBytes.Duplicate).Error!.Number);
        Assert.Equal(1062, Read(AnswerKind.Results, true, ServerBytes.OkWithMore, ServerBytes.Duplicate).Error!.Number);
        Assert.Equal(1062, Read(AnswerKind.Results, true, [1], ServerBytes.Column, [1, 65], ServerBytes.Duplicate).Error!.Number);
        Assert.Equal(1062, Read(AnswerKind.Prepared, true, ServerBytes.Duplicate).Error!.Number);
        Assert.Equal(1062, Read(AnswerKind.Prepared, true, ServerBytes.Prepared, ServerBytes.Duplicate).Error!.Number);
    }

    [Fact]
    public void An_answer_after_an_error_is_a_fresh_one()
    {
        AnswerReader reader = Read(AnswerKind.Results, true, ServerBytes.OkWithMore, ServerBytes.Duplicate);
        reader.Begin(AnswerKind.Results);
        reader.Read(ServerBytes.Ok);
        Assert.Null(reader.Error);
        Assert.Equal(1UL, reader.Outcome.AffectedRows);
    }

    [Fact]
    public void Whatever_the_packets_are_reading_ends_in_an_answer_or_a_ProtocolException()
        => Prop.ForAll(ArbMap.Default.ArbFor<byte[][]>(), ArbMap.Default.ArbFor<bool[]>(), (packets, flags) =>
        {
            (bool prepare, bool tracks, bool caches) = (flags.ElementAtOrDefault(0), flags.ElementAtOrDefault(1), flags.ElementAtOrDefault(2));
            AnswerReader reader = new(new(prepare, QueryAttributes: false, tracks, caches), "here");
            reader.Begin(prepare ? AnswerKind.Prepared : AnswerKind.Results, prepare ? null : new QueryRows());
            try
            {
                foreach (byte[] packet in packets.TakeWhile(_ => !reader.IsComplete))
                    reader.Read(packet);
            }
            catch (ProtocolException)
            {
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(5_000));

    private static IReadOnlyList<string?[]> Rows(AnswerReader reader) => ((TextRows)reader.Rows!).Rows;

    private static AnswerReader Read(AnswerKind kind, bool deprecateEof, params byte[][] packets) => Read(kind, deprecateEof ? Formats.Plain : Formats.Old, packets);

    private static AnswerReader Read(AnswerKind kind, PipelineFormat format, params byte[][] packets) => Read("here", kind, format, packets);

    private static AnswerReader Read(string database, AnswerKind kind, PipelineFormat format, params byte[][] packets)
    {
        AnswerReader reader = new(format, database);
        reader.Begin(kind, new TextRows());
        foreach (byte[] packet in packets)
        {
            Assert.False(reader.IsComplete);
            reader.Read(packet);
        }

        Assert.True(reader.IsComplete);
        return reader;
    }
}
