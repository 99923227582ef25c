using System.Data.Common;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>The stream under a connection of MySqlConnector, whose sources from 2.3.0 to 2.6.2 were read for it.</summary>
internal sealed class MySqlConnectorStream : DriverStream
{
    // MySqlConnector.Core.ServerSession.State.Connected
    private const string Idle = "Connected";

    private readonly MySqlConnectorMembers _members;
    private readonly object _session;
    private readonly DbCommand _command;

    private MySqlConnectorStream(MySqlConnectorMembers members, DbConnection connection, object session)
    {
        _members = members;
        _session = session;
        _command = connection.CreateCommand();
        Stream = (Stream?)members.TlsStream.GetValue(session) ?? (Stream)members.PlainStream.GetValue(session)!;
        Format = new(members.DeprecatesEof(session), members.QueryAttributes(session), members.TracksSession(session), members.CachesMetadata(session));
    }

    public override object Session => _session;

    public override Stream Stream { get; }

    public override PipelineFormat Format { get; }

    public override string Database => _command.Connection!.Database;

    public override bool AnswersInUtf8 => true;

    /// <summary>The stream of a connection.</summary>
    /// <param name="connection">An open connection of the driver.</param>
    /// <param name="obstacle">Why there is none.</param>
    public static MySqlConnectorStream? Find(DbConnection connection, out string? obstacle)
    {
        if (MySqlConnectorMembers.Of(connection.GetType(), out obstacle) is not { } members)
            return null;
        if (members.Session.GetValue(connection) is not { } session || members.PayloadHandler.GetValue(session) is not { } handler || members.PlainStream.GetValue(session) is null)
        {
            obstacle = "the connection is not open";
            return null;
        }

        // Any other handler compresses.
        obstacle = members.IsPlain(handler) ? null : "the connection is compressed";
        return obstacle is null ? new(members, connection, session) : null;
    }

    public override void Begin()
    {
        if (_members.State.GetValue(_session)?.ToString() != Idle || _members.ActiveCommand(_session) != 0)
            throw new InvalidOperationException("This MySqlConnection is already in use.");
        // Before the server closes a connection, it sends an error packet, which the driver may have read together with the last answer.
        if (_members.HasUnreadBytes(_members.PayloadHandler.GetValue(_session)!))
        {
            PipelineBrokenException broken = new("The server sent data that answers no statement.");
            Fail(broken);
            throw broken;
        }

        _members.StartQuerying(_session, _command);
    }

    public override void End() => _members.FinishQuerying(_session);

    public override void Fail(Exception reason) => _members.SetFailed(_session, reason);

    public override DbException ErrorOf(ServerException error) => _members.ErrorOf(error);
}
