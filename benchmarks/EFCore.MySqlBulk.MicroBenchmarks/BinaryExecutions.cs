using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>Executions of one prepared statement in the binary protocol, one row each. The server is assumed to know the types already.</summary>
internal sealed class BinaryExecutions : IDisposable
{
    private readonly PacketBuffer _packets = new();
    private readonly PreparedStatement _statement;
    private readonly ParameterWriter _parameters;
    private readonly BinarySink _sink;
    private readonly RowWriter<BinarySink> _write;

    public BinaryExecutions(RowShape shape)
    {
        _statement = new([.. shape.Cells.Select(c => BinarySink.TypeOf(c.Column.Kind))]) { TypesAreKnown = true };
        _parameters = new(_packets);
        _sink = new(_parameters);
        _write = RowWriter.For<BinarySink>(shape);
    }

    public int Length => _packets.Length;

    public void Clear() => _packets.Clear();

    public void Write(object row)
    {
        _packets.Begin();
        _parameters.Begin(_statement.Types, ComStmtExecute.Write(_packets, _statement, default));
        _write(_sink, row, null);
        _parameters.EndRow();
        _packets.End();
    }

    public void Dispose() => _packets.Dispose();
}
