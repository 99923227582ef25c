using BenchmarkDotNet.Attributes;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>The server's answers, packet by packet: the outcome of a statement, and a row of two texts and a NULL.</summary>
public class AnswerReaderBenchmarks
{
    private const int Answers = 1000;
    private static readonly byte[] Ok = [0x00, 1, 5, 2, 0, 0, 0];
    private static readonly byte[] Column = [3, .. "def"u8, 0, 0, 0, 1, (byte)'a', 0, 0x0C, 45, 0, 1, 0, 0, 0, 0xFD, 0, 0, 0, 0, 0];
    private static readonly byte[] Row = [6, .. "123456"u8, 20, .. "a name of twenty let"u8, 0xFB];
    private static readonly byte[] End = [0xFE, 0, 0, 2, 0, 0, 0];
    private readonly AnswerReader _reader = new(new PipelineFormat(DeprecatesEof: true, QueryAttributes: true, TracksSession: true, CachesMetadata: false), database: "");

    [Benchmark(OperationsPerInvoke = Answers)]
    public ulong Outcome()
    {
        ulong rows = 0;
        for (int i = 0; i < Answers; i++)
        {
            _reader.Begin(AnswerKind.Results);
            _reader.Read(Ok);
            rows += _reader.Outcome.AffectedRows;
        }

        return rows;
    }

    [Benchmark(OperationsPerInvoke = Answers)]
    public int RowOfThreeFields()
    {
        TextRows rows = new();
        _reader.Begin(AnswerKind.Results, rows);
        _reader.Read([3]);
        _reader.Read(Column);
        _reader.Read(Column);
        _reader.Read(Column);
        for (int i = 0; i < Answers; i++)
            _reader.Read(Row);
        _reader.Read(End);
        return rows.Rows.Count;
    }
}
