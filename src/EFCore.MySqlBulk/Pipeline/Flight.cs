using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Keeps many statements in flight: sends half a window, then reads the answers that have arrived. One loop, one thread.</summary>
/// <remarks>A statement's error is passed to the receiver, never thrown. An exception ends the session.</remarks>
internal sealed class Flight
{
    private readonly PipelineFormat _format;
    private readonly PacketTransport _transport;
    private readonly PacketBuffer _packets;
    private readonly AnswerReader _answer;
    private readonly FlightLimits _limits;
    private readonly OutcomeReceiver _outcomes;
    private readonly Queue<SentStatement> _unanswered;
    private readonly AnswerEstimate _estimate;
    private PreparedStatement? _executing;
    private long _unansweredBytes;
    private int _unreadPrepares;
    private int _unsent;
    private volatile bool _isStopped;
    private Action? _gate;
    private (PreparedStatement Statement, OutcomeReceiver Outcome)? _between;
    private int _told;
    private LoadDataContent? _content;

    public Flight(
        PacketTransport transport, PacketBuffer packets, AnswerReader answer, Queue<SentStatement> unanswered, FlightLimits limits, PipelineFormat format, OutcomeReceiver outcomes)
    {
        (_transport, _packets, _answer, _unanswered) = (transport, packets, answer, unanswered);
        (_limits, _format, _outcomes) = (limits, format, outcomes);
        (_estimate, Parameters) = (new(transport.AnswerOverhead), new(packets));
    }

    /// <summary>Writes the values of the execution that was started.</summary>
    public ParameterWriter Parameters { get; }

    /// <summary>The number of statements sent or queued so far.</summary>
    public int Sent { get; private set; }

    /// <summary>The next statement's number for the flight's receiver, which does not count statements with a receiver of their own.</summary>
    public int Position { get; private set; }

    /// <summary>The number of bytes of the statements sent.</summary>
    public long Bytes { get; private set; }

    /// <summary>The number of statements that have been answered.</summary>
    public int Answered { get; private set; }

    /// <summary>Whether a statement has failed, or the flight was stopped, so that no more are sent.</summary>
    public bool HasFailed => Error is not null || _isStopped;

    /// <summary>The first error, for any receiver.</summary>
    public ServerException? Error { get; private set; }

    /// <summary>Whether one statement goes alone.</summary>
    public bool IsAlone => _limits == FlightLimits.OneStatement;

    /// <summary>The length of the packet being written, to compare with <c>max_allowed_packet</c>.</summary>
    public int PacketLength => _packets.PacketLength;

    /// <summary>Whether enough is buffered for one write.</summary>
    public bool MustPump => _limits.AreWorthSending(_unsent, _packets.Length);

    /// <summary>Stops sending statements, as after a failure; any thread may call it.</summary>
    public void Stop() => _isStopped = true;

    /// <summary>From now on, puts an execution of a statement without parameters before every statement of the flight's receiver.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="outcome">Receives its outcomes.</param>
    public void Interleave(PreparedStatement statement, OutcomeReceiver outcome) => _between = (statement, outcome);

    /// <summary>Adds a statement as text.</summary>
    /// <param name="text">The statement.</param>
    /// <param name="rows">Receives its rows, if it returns any.</param>
    /// <param name="outcome">Receives its outcome; <see langword="null" /> for the flight's own receiver.</param>
    public void Query(ReadOnlySpan<char> text, RowReceiver? rows = null, OutcomeReceiver? outcome = null)
    {
        if (outcome is null)
            PutBetween();
        _packets.Begin();
        ComQuery.Write(_packets, text, _format);
        Took(AnswerKind.Results, null, rows, outcome);
    }

    /// <summary>Adds <c>LOAD DATA LOCAL</c>, sends its content when the server asks for it, and reads every answer.</summary>
    /// <param name="text">The statement.</param>
    /// <param name="content">Writes some of the content, and returns whether there is more. An exception of it is thrown once the answer is read: the server may have stored what was sent before.</param>
    public async ValueTask LoadDataAsync(string text, Func<PacketBuffer, bool> content)
    {
        Query(text);
        _content = new(_transport, _packets, packets => !_isStopped && content(packets), _outcomes.AllSent);
        await CompleteAsync().ConfigureAwait(false);
        _content.Failure?.Throw();
        _content = null;
    }

    /// <summary>Sends the buffer. Nothing else is sent before all answers have arrived and <paramref name="check" /> has not thrown.</summary>
    public ValueTask SendFirstAsync(Action check)
    {
        _gate = check;
        return WriteAsync();
    }

    /// <summary>Prepares a statement. It can be executed once its answer has been read.</summary>
    public PreparedStatement Prepare(string text, IReadOnlyList<ParameterType> types, OutcomeReceiver? outcome = null)
    {
        PreparedStatement statement = new([.. types]);
        _packets.Begin();
        ComStmtPrepare.Write(_packets, text);
        _unreadPrepares++;
        Took(AnswerKind.Prepared, statement, outcome: outcome);
        return statement;
    }

    public void Close(PreparedStatement statement)
    {
        if (!statement.IsReady)
            return;
        _packets.Begin();
        ComStmtClose.Write(_packets, statement.Id);
        _packets.End();
        statement.Closed();
    }

    public void BeginExecute(PreparedStatement statement)
    {
        PutBetween();
        if (!statement.IsReady)
            throw new System.Diagnostics.UnreachableException("The statement is not prepared.");
        _executing = statement;
        _packets.Begin();
        Parameters.Begin(statement.Types, ComStmtExecute.Write(_packets, statement, _format));
    }

    public void EndExecute()
    {
        Parameters.EndRow();
        _executing!.TypesAreKnown = true;
        Took(AnswerKind.Results, _executing);
    }

    /// <summary>Discards the execution that was started; nothing of it is sent.</summary>
    public void CancelExecute() => _packets.Cancel();

    /// <summary>Sends the buffer as soon as the window has room, and waits until every prepared statement is ready.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask PumpAsync()
    {
        await SendAsync().ConfigureAwait(false);
        if (_unreadPrepares > 0)
            await GatherAsync(0).ConfigureAwait(false);
    }

    /// <summary>Sends the buffer, and reads every answer.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask CompleteAsync()
    {
        await SendAsync().ConfigureAwait(false);
        if (_content is null)
            _outcomes.AllSent();
        await GatherAsync(0).ConfigureAwait(false);
    }

    private void PutBetween()
    {
        if (_between is not var (statement, outcome))
            return;
        _packets.Begin();
        ComStmtExecute.Write(_packets, statement, _format);
        Took(AnswerKind.Results, null, outcome: outcome);
    }

    private void Took(AnswerKind kind, PreparedStatement? statement, RowReceiver? rows = null, OutcomeReceiver? outcome = null)
    {
        int length = _packets.PacketLength;
        _unanswered.Enqueue(new(kind, _packets.End(), length, statement, rows, outcome));
        _unansweredBytes += length;
        Bytes += length;
        _unsent++;
        Sent++;
        Position += outcome is null ? 1 : 0;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAsync()
    {
        if (_gate is { } check)
        {
            await GatherAsync(_unsent).ConfigureAwait(false);
            _gate = null;
            Pass(check);
        }

        if (!_limits.Allow(_unanswered.Count, _unansweredBytes))
            await MakeRoomAsync().ConfigureAwait(false);
        await WriteAsync().ConfigureAwait(false);
    }

    // The unsent buffer is discarded.
    private void Pass(Action check)
    {
        try
        {
            check();
        }
        catch
        {
            _packets.Clear();
            _unanswered.Clear();
            (_unsent, _unreadPrepares, _unansweredBytes, Sent, Position) = (0, 0, 0, Answered, _told);
            throw;
        }
    }

    private ValueTask WriteAsync()
    {
        _unsent = 0;
        return _transport.SendAsync(_packets);
    }

    // Half the window is emptied, so that the next statements need not wait.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask MakeRoomAsync()
    {
        int sent = _unanswered.Count - _unsent;
        while (sent > 0 && !_limits.AllowHalf(_unanswered.Count, _unansweredBytes))
        {
            sent -= Math.Min(sent, Math.Max(1, sent / 2));
            await GatherAsync(_unsent + sent).ConfigureAwait(false);
            sent = _unanswered.Count - _unsent;
        }
    }

    // Reads answers until only this many statements are unanswered, unsent ones included.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask GatherAsync(int statements)
    {
        try
        {
            TakeAnswers();
            while (_unanswered.Count > statements)
            {
                if (_answer.WantsData)
                    await (_content ?? throw new ProtocolException("The server requested a file that was not offered.")).SendAsync(_answer).ConfigureAwait(false);
                else
                    await _transport.ReceiveAsync(BytesOf(_unanswered.Count - statements)).ConfigureAwait(false);
                TakeAnswers();
            }
        }
        catch (ProtocolException)
        {
            _transport.Abort();
            throw;
        }
    }

    // The size of an answer that has begun is not known, and a request for content is shorter than any answer.
    private int BytesOf(int answers)
        => _content is not null ? 1 : _estimate.BytesOf(answers, untouched: _unanswered.Count - _unsent - (_answer.IsComplete ? 0 : 1)) - _transport.Gathered;

    private void TakeAnswers()
    {
        while (_unanswered.Count > _unsent && _unanswered.TryPeek(out SentStatement statement))
        {
            if (_answer.IsComplete)
            {
                _transport.Expect(statement.AnswerSequence);
                _answer.Begin(statement.Kind, statement.Rows);
            }

            int gathered = _transport.Gathered;
            do
            {
                if (!_transport.TryTake(out ReadOnlySpan<byte> packet))
                    return;
                _answer.Read(packet);
                if (_answer.WantsData)
                    return;
            }
            while (!_answer.IsComplete);
            _unanswered.Dequeue();
            _estimate.Took(gathered - _transport.Gathered, isOutcome: statement is { Kind: AnswerKind.Results, Rows: null });
            Tell(statement);
        }
    }

    private void Tell(in SentStatement statement)
    {
        _unansweredBytes -= statement.Length;
        if (statement.Kind == AnswerKind.Prepared)
            _unreadPrepares--;
        Answered++;
        ServerException? error = statement.Tell(_answer, statement.Outcome ?? _outcomes, statement.Outcome is null ? _told++ : 0);
        Error ??= error;
    }
}
