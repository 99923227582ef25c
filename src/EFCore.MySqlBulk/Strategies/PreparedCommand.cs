using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A statement for a fixed number of rows, whose parameters are created once and set for each execution.</summary>
internal sealed class PreparedCommand
{
    private readonly BulkPlan _plan;
    private readonly ContextSession _session;
    private readonly RowValues _values;
    private readonly StatementName _name;
    private readonly int _prepareFrom;
    private readonly string _text;
    private DbCommand? _command;
    private ParameterSink? _sink;
    private RowWriter<ParameterSink>? _write;
    private int _executions;

    /// <param name="plan">The plan.</param>
    /// <param name="session">The session.</param>
    /// <param name="text">The statement, with <c>?</c> for each value.</param>
    /// <param name="values">The values of a row, in the statement's order.</param>
    /// <param name="rows">The number of rows of one execution.</param>
    /// <param name="prepareFrom">The execution, counted from 0, before which it is prepared.</param>
    /// <param name="name">Its name in log and trace.</param>
    public PreparedCommand(BulkPlan plan, ContextSession session, string text, RowValues values, int rows, int prepareFrom, StatementName name)
    {
        _plan = plan;
        _session = session;
        _text = text;
        _values = values;
        RowCount = rows;
        _prepareFrom = prepareFrom;
        _name = name;
    }

    public int RowCount { get; }

    public string Text => _text;

    /// <summary>Whether the values set last keep their types in a derived list. MySQL 9.7 derives the types of such a list's columns from the
    /// parameters: a NULL among the values (microseconds lost, bits turned into characters) or a text beyond 65,535 bytes (error 1406) breaks
    /// them.</summary>
    public bool FitsList => !_sink!.HasNull && _sink.Longest <= Thresholds.PreparedListValueBytes;

    /// <summary>Sets the values of <see cref="RowCount" /> rows. Returns how many fit into one execution.</summary>
    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        if (_command is null)
            Create();
        _sink!.Rewind();
        long most = Math.Min(_plan.Limits.PreparedBytes, _plan.Limits.PacketBytes);
        for (int i = 0; i < RowCount; i++)
        {
            RowErrors.Write(_write!, _sink, rows.Span[i], _values.Shape);
            long bytes = _sink.ByteCount + (8L * _values.Values.Count * (i + 1));
            if (RowCount == 1 && bytes > _plan.Limits.PacketBytes)
                throw RowErrors.TooLong(_plan, rows.Span[i], bytes);
            if (RowCount > 1 && bytes > most)
                return i;
        }

        return RowCount;
    }

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        bool isText = _executions < _prepareFrom;
        if (_executions++ == _prepareFrom)
        {
            _command!.CommandText = _text;
            _session.Enlist(_command);
            await _command.PrepareAsync(io, token).ConfigureAwait(false);
        }

        StatementLabel label = new(_name.Text, RowCount, RowCount * _values.Values.Count, 0);
        return await _session.Commands.ExecuteAsync(_command!, label, _plan.ReturnsKeys, canAttach: isText && !LostKeys.MayBe(_plan, _session), io, token).ConfigureAwait(false);
    }

    /// <summary>Closes the statement. If its connection is closed, there is nothing to close, and Connector/NET would fail.</summary>
    public ValueTask DisposeAsync(IOBehavior io) => _command is null || !_session.IsOpen ? default : _command.DisposeAsync(io);

    private void Create()
    {
        _command = _session.CreateCommand(_text);
        DbParameter[] parameters = new DbParameter[RowCount * _values.Values.Count];
        for (int i = 0; i < parameters.Length; i++)
        {
            ValueMap column = _values.Values[i % _values.Values.Count];
            DbParameter parameter = CreateParameter(column, $"p{i}");
            // With a size, some drivers silently truncate longer values; without one the server refuses them.
            if (column.Kind is ValueKind.Text or ValueKind.Binary or ValueKind.Other)
                parameter.Size = 0;
            // Connector/NET sends the types only once: a NULL in the first execution would leave a parameter typed as text for good.
            if (column.Kind.Sample() is { } sample)
                parameter.Value = sample;
            parameters[i] = parameter;
            _command.Parameters.Add(parameter);
        }

        _sink = new(parameters, _command);
        _write = _values.Writer<ParameterSink>();
    }

    // A parameter's type is derived from its value. The mapping's column type would remain for a NULL, and servers refuse some types: year, spatial types, on MariaDB also JSON.
    private DbParameter CreateParameter(ValueMap column, string name)
    {
        if (column.Kind is ValueKind.GuidText or ValueKind.GuidDigits or ValueKind.Other)
            return column.TypeMapping.CreateParameter(_command!, name, null, true);
        DbParameter parameter = _command!.CreateParameter();
        parameter.ParameterName = name;
        return parameter;
    }
}
