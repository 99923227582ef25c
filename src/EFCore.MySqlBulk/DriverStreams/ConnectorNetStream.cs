using System.Data.Common;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>The stream under a connection of Connector/NET 26.10.</summary>
internal sealed class ConnectorNetStream : DriverStream
{
    private const ulong Compress = 1 << 5;
    private const ulong SessionTrack = 1 << 23;
    private const ulong DeprecateEof = 1 << 24;
    private const ulong ZstandardCompression = 1 << 26;
    private const ulong QueryAttributes = 1 << 27;

    private readonly ConnectorNetMembers _members;
    private readonly DbConnection _connection;
    private readonly object _driver;
    private volatile bool _hasFailed;

    private ConnectorNetStream(ConnectorNetMembers members, DbConnection connection, object driver, Stream stream, ulong flags)
    {
        _members = members;
        _connection = connection;
        _driver = driver;
        Stream = stream;
        Format = new((flags & DeprecateEof) != 0, (flags & QueryAttributes) != 0, (flags & SessionTrack) != 0, CachesMetadata: false);
    }

    public override object Session => _driver;

    public override Stream Stream { get; }

    public override PipelineFormat Format { get; }

    public override string Database => _connection.Database;

    public override bool AnswersInUtf8 => false;

    /// <summary>The stream of a connection.</summary>
    /// <param name="connection">An open connection of the driver.</param>
    /// <param name="obstacle">Why there is none.</param>
    public static ConnectorNetStream? Find(DbConnection connection, out string? obstacle)
    {
        if (ConnectorNetMembers.Of(connection.GetType(), out obstacle) is not { } members)
            return null;
        if (members.Driver.GetValue(connection) is not { } driver || members.Handler.GetValue(driver) is not { } handler || !members.Stream.DeclaringType!.IsInstanceOfType(handler)
            || members.Stream.GetValue(handler) is not Stream stream)
        {
            obstacle = "the connection is not open";
            return null;
        }

        ulong flags = members.FlagsOf(handler);
        obstacle = (flags & (Compress | ZstandardCompression)) != 0 ? "the connection is compressed" : null;
        return obstacle is null ? new(members, connection, driver, stream, flags) : null;
    }

    public override void Begin()
    {
        if (_members.IsInUse(_connection) || _members.Reader.GetValue(_driver) is not null)
            throw new InvalidOperationException("This MySqlConnection is already in use.");
        _members.SetInUse(_connection, true);
    }

    public override void End()
    {
        _members.SetInUse(_connection, false);
        // The driver sends COM_QUIT over the stream, so only the thread that has used it may close it.
        if (_hasFailed)
            _members.Abort(_connection);
    }

    public override void Fail(Exception reason) => _hasFailed = true;

    public override DbException ErrorOf(ServerException error) => _members.ErrorOf(error);
}
