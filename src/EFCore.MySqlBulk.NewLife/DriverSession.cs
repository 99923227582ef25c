using System.Net.Sockets;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using NewLife.MySql;
using NewLife.MySql.Common;
using ClientFlags = NewLife.MySql.Messages.ClientFlags;
using PrepareResult = NewLife.MySql.Messages.PrepareResult;
using ServerPacket = NewLife.MySql.Messages.ServerPacket;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>The driver's client, used through its low-level calls, the only ones that report the outcome of each row. One thread at a time; closed for good after
/// anything but a server's error.</summary>
internal sealed class DriverSession
{
    private const int MaxStatements = 128;
    private const int MaxBytes = 64 * 1024;
    private readonly SqlClient _client;
    private readonly DriverStream _stream;
    private volatile bool _isAborted;
    private int _answered;
    private InvalidOperationException? _refusal;

    private DriverSession(SqlClient client, DriverStream stream)
    {
        _client = client;
        _stream = stream;
    }

    public bool IsUsable => !_isAborted;

    public uint ConnectionId => _client.Welcome!.ThreadID;

    /// <summary>Answers read so far; any thread may ask.</summary>
    public int Answered => Volatile.Read(ref _answered);

    /// <exception cref="PipelineBrokenException">The connection cannot be opened.</exception>
    /// <exception cref="ServerException">The server refuses the connection.</exception>
    public static async ValueTask<DriverSession> OpenAsync(ConnectionSettings settings, string database, IOBehavior io, CancellationToken token)
    {
        DriverFiles.Prevent();
        int seconds = (int)Math.Ceiling(settings.ConnectTimeout.TotalSeconds);
        SqlClient client = new(new()
        {
            Server = settings.Host,
            Port = settings.Port,
            Database = database,
            UserID = settings.User,
            Password = settings.Password,
            SslMode = "None",
            ConnectionTimeout = seconds,
            Pipeline = true,
        })
        {
            Timeout = seconds,
        };
        try
        {
            Task opening = client.OpenAsync(token);
            if (io.IsSynchronous())
                opening.GetAwaiter().GetResult();
            else
                await opening.ConfigureAwait(false);
        }
        catch (MySqlException exception)
        {
            throw OfServer(exception);
        }
        catch (Exception exception) when (!token.IsCancellationRequested)
        {
            throw new PipelineBrokenException(exception.Message, exception);
        }

        NetworkStream network = (NetworkStream)client.BaseStream!;
        // The driver leaves Nagle's algorithm on, and keeps its connect timeout for every blocking read.
        (network.Socket.NoDelay, network.Socket.ReceiveTimeout, network.Socket.SendTimeout) = (true, 0, 0);
        DriverStream stream = new(network, io.IsSynchronous());
        (client.BaseStream, client.Timeout) = (stream, 0);
        return new(client, stream);
    }

    /// <summary>Runs statements that return no rows, all in flight.</summary>
    public Task<List<OkPacket>> SetAsync(IReadOnlyList<string> statements) => GuardAsync(async () =>
    {
        List<OkPacket> answers = [];
        foreach (string statement in statements)
            await SendTextAsync(statement).ConfigureAwait(false);
        foreach (string _ in statements)
            answers.Add(await AnswerAsync().ConfigureAwait(false));
        return answers;
    });

    /// <summary>Runs a statement and reads its rows, if it returns any, as texts.</summary>
    public async Task<IReadOnlyList<string?[]>> QueryAsync(string text)
    {
        TextRows rows = new();
        await QueryAsync(text, rows).ConfigureAwait(false);
        return rows.Rows;
    }

    /// <summary>Runs a statement and passes its rows, if it returns any, to <paramref name="rows" />.</summary>
    public Task QueryAsync(string text, RowReceiver rows) => GuardAsync(async () =>
    {
        await SendTextAsync(text).ConfigureAwait(false);
        using ServerPacket head = await _client.ReadPacketAsync().ConfigureAwait(false);
        _answered++;
        if (head.IsOK)
            return rows;
        int columns = head.Data[0];
        rows.Begin();
        for (int i = 0; i < columns; i++)
        {
            using ServerPacket column = await _client.ReadPacketAsync().ConfigureAwait(false);
            rows.Column(column.Data.GetSpan());
        }

        // The EOF packet that ends the column definitions.
        (await _client.ReadPacketAsync().ConfigureAwait(false)).Dispose();
        while (true)
        {
            using ServerPacket row = await _client.ReadPacketAsync().ConfigureAwait(false);
            if (row.IsEOF)
                return rows;
            rows.Row(row.Data.GetSpan(), columns);
        }
    });

    /// <summary>Prepares a statement.</summary>
    /// <returns>Its id, and how many parameters the server sees.</returns>
    public Task<(int Id, int Parameters)> PrepareAsync(string text) => GuardAsync(async () =>
    {
        PrepareResult prepared = await _client.PrepareStatementAsync(text).ConfigureAwait(false);
        return (prepared.StatementId, prepared.Columns?.Length ?? 0);
    });

    /// <summary>Sends statements with a bounded window of them in flight, and reads every answer. After an error no more are sent.</summary>
    /// <param name="prepared">The id of the prepared statement.</param>
    /// <param name="statements">The statements.</param>
    /// <param name="first">The number of the first in <paramref name="outcomes" />.</param>
    /// <param name="outcomes">Receives the outcome of each.</param>
    /// <returns>How many were sent.</returns>
    public Task<int> SendAsync(int prepared, IReadOnlyList<DriverStatement> statements, int first, FlightOutcomes outcomes) => GuardAsync(async () =>
    {
        MySqlParameterCollection parameters = [];
        int sent = 0;
        int answered = 0;
        int bytes = 0;
        _stream.Gathers = true;
        while (answered < sent || CanSend())
        {
            while (CanSend() && (sent == answered || (sent - answered < MaxStatements && bytes + statements[sent].Bytes <= MaxBytes)))
            {
                await SendAsync(prepared, statements[sent], parameters).ConfigureAwait(false);
                bytes += statements[sent++].Bytes;
            }

            // Half of the window's answers are read; the other half stays in flight while the next statements are sent.
            for (int until = CanSend() ? sent - ((sent - answered) / 2) : sent; answered < until; answered++)
            {
                await ReadAsync(first + answered, outcomes).ConfigureAwait(false);
                bytes -= statements[answered].Bytes;
            }
        }

        _stream.Gathers = false;
        return sent;

        bool CanSend() => sent < statements.Count && outcomes.Error is null;
    });

    /// <summary>Closes the connection at once, both ways; any thread may do it.</summary>
    public void Abort()
    {
        _isAborted = true;
        _stream.Dispose();
    }

    /// <summary>Ends the session, if the connection still exists, and closes it.</summary>
    public void Close() => _client.Dispose();

    private Task SendAsync(int prepared, DriverStatement statement, MySqlParameterCollection parameters)
    {
        if (statement.Values is not { } values)
            return SendTextAsync(statement.Text!);
        for (int i = parameters.Count; i < values.Length; i++)
            parameters.Add(new MySqlParameter());
        for (int i = 0; i < values.Length; i++)
            parameters[i].Value = values[i];
        return _client.ExecuteStatementAsync(prepared, parameters, null);
    }

    // If query attributes were negotiated, a query begins with their number and the number of their sets.
    private Task SendTextAsync(string text)
        => _client.SendCommandAsync(DbCmd.QUERY, _client.Capability.HasFlag(ClientFlags.CLIENT_QUERY_ATTRIBUTES) ? "\0\u0001" + text : text);

    private async Task ReadAsync(int statement, FlightOutcomes outcomes)
    {
        try
        {
            OkPacket ok = await AnswerAsync().ConfigureAwait(false);
            // Without a transaction, the change is stored whatever happens next.
            if (ok.AffectedRows > 0 && outcomes.Error is null && (ok.Status & (ServerStatus.InTransaction | ServerStatus.AutoCommit)) != ServerStatus.InTransaction)
                throw new TransactionEndedException();
            outcomes.Succeeded(statement, ok);
        }
        catch (MySqlException exception)
        {
            outcomes.Failed(statement, OfServer(exception));
        }
    }

    // The driver's own parsing loses the row's numbers, and misreads those of three bytes.
    private async Task<OkPacket> AnswerAsync()
    {
        using ServerPacket packet = await _client.ReadPacketAsync().ConfigureAwait(false);
        _answered++;
        OkPacket ok = packet.IsOK ? OkPacket.Read(packet.Data.GetSpan()) : default;
        if (packet.IsOK && !ok.HasMoreResults)
            return ok;
        _refusal = new("A statement that returns rows cannot run over NewLife.MySql. Remove UseNewLife, or set BulkStrategyOptions.Strategy to MultiStatement.");
        throw _refusal;
    }

    private async Task<T> GuardAsync<T>(Func<Task<T>> work)
    {
        try
        {
            return await work().ConfigureAwait(false);
        }
        catch (MySqlException exception)
        {
            throw OfServer(exception);
        }
        catch (Exception exception)
        {
            Abort();
            // The driver itself may throw an InvalidOperationException too, such as the one of a disposed stream.
            if (exception == _refusal || exception is TransactionEndedException)
                throw;
            throw new PipelineBrokenException($"The connection of NewLife.MySql broke: {exception.Message}", exception);
        }
    }

    private static ServerException OfServer(MySqlException exception) => new(exception.ErrorCode, exception.State?.TrimStart('#'), exception.Message);
}
