using System.Collections.Concurrent;
using System.Data.Common;
using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>The members of MySqlConnector that are needed to use its stream, by their names. If one is missing or has another type, the driver is not used.</summary>
internal sealed class MySqlConnectorMembers
{
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private static readonly ConcurrentDictionary<Type, (MySqlConnectorMembers? Members, string? Missing)> Known = new();
    private readonly Type _plainHandler;
    private readonly FieldInfo _reader;
    private readonly FieldInfo _unread;
    private readonly Func<int, string, string, DbException> _error;

    private MySqlConnectorMembers(Type connection)
    {
        Assembly driver = connection.Assembly;
        Type session = TypeOf(driver, "MySqlConnector.Core.ServerSession");
        Session = Field(connection, "m_session", session);
        PlainStream = Field(session, "m_stream", typeof(Stream));
        TlsStream = Field(session, "m_sslStream", typeof(System.Net.Security.SslStream));
        State = Field(session, "m_state", null);
        PayloadHandler = Field(session, "m_payloadHandler", null);
        _plainHandler = TypeOf(driver, "MySqlConnector.Protocol.Serialization.StandardPayloadHandler");
        _reader = Field(_plainHandler, "m_bufferedByteReader", null);
        _unread = Field(_reader.FieldType, "m_remainingData", typeof(ArraySegment<byte>));
        DeprecatesEof = Property<bool>(session, "SupportsDeprecateEof");
        QueryAttributes = Property<bool>(session, "SupportsQueryAttributes");
        TracksSession = Property<bool>(session, "SupportsSessionTrack");
        CachesMetadata = Property<bool>(session, "SupportsCachedPreparedMetadata");
        ActiveCommand = Property<int>(session, "ActiveCommandId");
        Type cancellable = TypeOf(driver, "MySqlConnector.Core.ICancellableCommand");
        StartQuerying = Method<object>(session, "StartQuerying", cancellable);
        SetFailed = Method<Exception>(session, "SetFailed", typeof(Exception));
        Action<object, object> finish = Method<object>(session, "FinishQuerying", null);
        FinishQuerying = target => finish(target, target);
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

    /// <summary>Packets are neither compressed nor altered in any other way.</summary>
    public bool IsPlain(object payloadHandler) => payloadHandler.GetType() == _plainHandler;

    /// <summary>The driver has read bytes that it has not used.</summary>
    public bool HasUnreadBytes(object payloadHandler) => _reader.GetValue(payloadHandler) is not { } reader || ((ArraySegment<byte>)_unread.GetValue(reader)!).Count > 0;

    public DbException ErrorOf(ServerException error) => _error(error.Number, error.SqlState ?? "", error.Message);

    private static Type TypeOf(Assembly driver, string name) => driver.GetType(name) ?? throw new MissingMemberException($"it has no {name}");

    private static FieldInfo Field(Type type, string name, Type? of)
        => type.GetField(name, Any) is { } field && (of is null || field.FieldType == of) ? field : throw new MissingMemberException($"{type.Name} has no {name}");

    private static Func<object, T> Property<T>(Type type, string name)
    {
        if (type.GetProperty(name, Any) is not { CanRead: true } property || property.PropertyType != typeof(T))
            throw new MissingMemberException($"{type.Name} has no {name}");
        ParameterExpression target = Expression.Parameter(typeof(object));
        return Expression.Lambda<Func<object, T>>(Expression.Property(Expression.Convert(target, type), property), target).Compile();
    }

    private static Action<object, T> Method<T>(Type type, string name, Type? parameter)
    {
        MethodInfo method = type.GetMethod(name, Any, parameter is null ? [] : [parameter]) ?? throw new MissingMemberException($"{type.Name} has no {name}");
        ParameterExpression target = Expression.Parameter(typeof(object));
        ParameterExpression argument = Expression.Parameter(typeof(T));
        Expression[] arguments = parameter is null ? [] : [Expression.Convert(argument, parameter)];
        return Expression.Lambda<Action<object, T>>(Expression.Call(Expression.Convert(target, type), method, arguments), target, argument).Compile();
    }

    private static Func<int, string, string, DbException> Error(Assembly driver)
    {
        Type type = TypeOf(driver, "MySqlConnector.MySqlException");
        Type code = TypeOf(driver, "MySqlConnector.MySqlErrorCode");
        ConstructorInfo constructor = type.GetConstructor(Any, [code, typeof(string), typeof(string)]) ?? throw new MissingMemberException($"{type.Name} has no constructor for a number, a state and a message");
        ParameterExpression number = Expression.Parameter(typeof(int));
        ParameterExpression state = Expression.Parameter(typeof(string));
        ParameterExpression message = Expression.Parameter(typeof(string));
        Expression made = Expression.Convert(Expression.New(constructor, Expression.Convert(number, code), state, message), typeof(DbException));
        return Expression.Lambda<Func<int, string, string, DbException>>(made, number, state, message).Compile();
    }
}
