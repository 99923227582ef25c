using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using System.Reflection;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>The members of Connector/NET that are needed to use its stream, by their names. If one is missing or has another type, the stream is not used.</summary>
internal sealed class ConnectorNetMembers
{
    private const string Namespace = "MySql.Data.MySqlClient.";
    private static readonly ConcurrentDictionary<Type, (ConnectorNetMembers? Members, string? Missing)> Known = new();
    private readonly ConstructorInfo _error;
    private readonly FieldInfo _state;
    private readonly PropertyInfo _isInUse;
    private readonly MethodInfo _abort;

    private ConnectorNetMembers(Type connection)
    {
        Assembly assembly = connection.Assembly;
        Type driver = Members.TypeOf(assembly, Namespace + "Driver");
        Type handler = Members.TypeOf(assembly, Namespace + "NativeDriver");
        Type exception = Members.TypeOf(assembly, Namespace + "MySqlException");
        Driver = Members.Field(connection, "driver", driver);
        Handler = Members.Field(driver, "handler", null);
        Reader = Members.Field(driver, "reader", null);
        Stream = Members.Field(handler, "baseStream", typeof(Stream));
        Flags = Members.Field(handler, "connectionFlags", null);
        _isInUse = connection.GetProperty("IsInUse", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic) is { CanRead: true, CanWrite: true } property && property.PropertyType == typeof(bool)
            ? property : throw new MissingMemberException($"{connection.Name} has no IsInUse");
        _abort = connection.GetMethod("Abort", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, [typeof(CancellationToken)]) ?? throw new MissingMemberException($"{connection.Name} has no Abort");
        _error = Members.Constructor(exception, typeof(string), typeof(int));
        _state = Members.Field(exception, "<SqlState>k__BackingField", typeof(string));
    }

    public FieldInfo Driver { get; }

    public FieldInfo Handler { get; }

    public FieldInfo Reader { get; }

    public FieldInfo Stream { get; }

    public FieldInfo Flags { get; }

    /// <summary>The members of the driver of a connection.</summary>
    /// <param name="connection">The type of the connection.</param>
    /// <param name="missing">What is missing.</param>
    public static ConnectorNetMembers? Of(Type connection, out string? missing)
    {
        (ConnectorNetMembers? members, missing) = Known.GetOrAdd(connection, static type =>
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

    public bool IsInUse(DbConnection connection) => (bool)_isInUse.GetValue(connection)!;

    public void SetInUse(DbConnection connection, bool value) => _isInUse.SetValue(connection, value);

    /// <summary>Closes a connection for good: its pool does not get it back.</summary>
    public void Abort(DbConnection connection)
    {
        try
        {
            _abort.Invoke(connection, [CancellationToken.None]);
        }
        catch (TargetInvocationException)
        {
            // The stream was closed already.
        }
    }

    /// <summary>The capabilities that the driver has requested.</summary>
    public ulong FlagsOf(object handler) => Convert.ToUInt64(Flags.GetValue(handler), CultureInfo.InvariantCulture);

    public DbException ErrorOf(ServerException error)
    {
        DbException exception = (DbException)_error.Invoke([error.Message, error.Number]);
        _state.SetValue(exception, error.SqlState);
        return exception;
    }
}
