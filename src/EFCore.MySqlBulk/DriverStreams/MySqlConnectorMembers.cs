using System.Collections.Concurrent;
using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>The members of MySqlConnector that are needed to use its stream, by their names. If one is missing or has another type, the stream is not used.</summary>
internal sealed class MySqlConnectorMembers
{
    private static readonly ConcurrentDictionary<Type, (MySqlConnectorMembers? Members, string? Missing)> Known = new();
    private readonly Type _plainHandler;
    private readonly FieldInfo _reader;
    private readonly FieldInfo _unread;
    private readonly Func<int, string, string, DbException> _error;

    private MySqlConnectorMembers(Type connection)
    {
        Assembly driver = connection.Assembly;
        Type session = Members.TypeOf(driver, "MySqlConnector.Core.ServerSession");
        Session = Members.Field(connection, "m_session", session);
        PlainStream = Members.Field(session, "m_stream", typeof(Stream));
        TlsStream = Members.Field(session, "m_sslStream", typeof(System.Net.Security.SslStream));
        State = Members.Field(session, "m_state", null);
        PayloadHandler = Members.Field(session, "m_payloadHandler", null);
        _plainHandler = Members.TypeOf(driver, "MySqlConnector.Protocol.Serialization.StandardPayloadHandler");
        _reader = Members.Field(_plainHandler, "m_bufferedByteReader", null);
        _unread = Members.Field(_reader.FieldType, "m_remainingData", typeof(ArraySegment<byte>));
        DeprecatesEof = Members.Property<bool>(session, "SupportsDeprecateEof");
        QueryAttributes = Members.Property<bool>(session, "SupportsQueryAttributes");
        TracksSession = Members.Property<bool>(session, "SupportsSessionTrack");
        CachesMetadata = Members.Property<bool>(session, "SupportsCachedPreparedMetadata");
        ActiveCommand = Members.Property<int>(session, "ActiveCommandId");
        StartQuerying = Members.Method<object>(session, "StartQuerying", Members.TypeOf(driver, "MySqlConnector.Core.ICancellableCommand"));
        FinishQuerying = Members.Method(session, "FinishQuerying");
        SetFailed = Members.Method<Exception>(session, "SetFailed", typeof(Exception));
        _error = Error(driver);
    }

    public FieldInfo Session { get; }

    public FieldInfo PlainStream { get; }

    public FieldInfo TlsStream { get; }

    public FieldInfo State { get; }

    public FieldInfo PayloadHandler { get; }

    public Func<object, bool> DeprecatesEof { get; }

    public Func<object, bool> QueryAttributes { get; }

    public Func<object, bool> TracksSession { get; }

    public Func<object, bool> CachesMetadata { get; }

    /// <summary>The number of the command that runs; 0 if none does.</summary>
    public Func<object, int> ActiveCommand { get; }

    public Action<object, object> StartQuerying { get; }

    public Action<object> FinishQuerying { get; }

    public Action<object, Exception> SetFailed { get; }

    /// <summary>The members of the driver of a connection.</summary>
    /// <param name="connection">The type of the connection.</param>
    /// <param name="missing">What is missing.</param>
    public static MySqlConnectorMembers? Of(Type connection, out string? missing)
    {
        (MySqlConnectorMembers? members, missing) = Known.GetOrAdd(connection, static type =>
        {
            try
            {
                return (new(type), null);
            }
            catch (MissingMemberException exception)
            {
                return (null, $"this version of the driver is not known: {exception.Message}");
            }
        });
        return members;
    }

    /// <summary>Whether packets are neither compressed nor altered in any other way.</summary>
    public bool IsPlain(object payloadHandler) => payloadHandler.GetType() == _plainHandler;

    /// <summary>Whether the driver has bytes in its buffer that it has read and not used.</summary>
    public bool HasUnreadBytes(object payloadHandler) => _reader.GetValue(payloadHandler) is not { } reader || ((ArraySegment<byte>)_unread.GetValue(reader)!).Count > 0;

    public DbException ErrorOf(ServerException error) => _error(error.Number, error.SqlState ?? "", error.Message);

    private static Func<int, string, string, DbException> Error(Assembly driver)
    {
        Type code = Members.TypeOf(driver, "MySqlConnector.MySqlErrorCode");
        ConstructorInfo constructor = Members.Constructor(Members.TypeOf(driver, "MySqlConnector.MySqlException"), code, typeof(string), typeof(string));
        ParameterExpression number = Expression.Parameter(typeof(int));
        ParameterExpression state = Expression.Parameter(typeof(string));
        ParameterExpression message = Expression.Parameter(typeof(string));
        Expression made = Expression.Convert(Expression.New(constructor, Expression.Convert(number, code), state, message), typeof(DbException));
        return Expression.Lambda<Func<int, string, string, DbException>>(made, number, state, message).Compile();
    }
}
