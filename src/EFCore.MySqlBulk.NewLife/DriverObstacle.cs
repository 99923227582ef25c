using System.Collections.Concurrent;
using System.Data.Common;
using System.Reflection;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>Finds callbacks on the context's connection or its data source that another connection would lack: those that verify certificates,
/// provide passwords or run when a connection opens. They are recognised by type, not by name, so that one that the driver renames is still found;
/// any type that is not known to be harmless is an obstacle.</summary>
internal static class DriverObstacle
{
    // Settings of a connection string, loggers, tracers, and the state of one connection.
    private static readonly HashSet<string> Harmless =
    [
        "Activity", "CancellationTokenSource", "CommandInterceptor", "ConnectionPool", "ConnectionSettings", "Dictionary`2", "Driver", "EnlistedTransactionBase", "ExceptionInterceptor", "ILogger",
        "MySqlConnectionStringBuilder", "MySqlConnectorLoggingConfiguration", "MySqlConnectorTracingOptions", "MySqlDataReader", "MySqlProvidePasswordContext", "MySqlTransaction", "PerformanceMonitor",
        "ProcedureCache", "SchemaProvider", "ServerSession", "Task", "Timer", "ZstandardPlugin",
    ];

    // Their handlers only observe the connection.
    private static readonly string[] Observers = [nameof(DbConnection.StateChange), "InfoMessage"];

    private static readonly ConcurrentDictionary<Type, FieldInfo[]> Fields = new();

    /// <summary>Names a setting that only the context's driver can use, so that NewLife.MySql is refused even if the caller forces it; <see langword="null" /> if there is none.</summary>
    public static string? Of(DbConnection connection)
    {
        DbConnection driver = Innermost(connection);
        return Sources(driver).Select(source => Of(source, "data source")).FirstOrDefault(obstacle => obstacle is not null) ?? Of(driver, "connection");
    }

    /// <summary>Names an observer of the connection's statements, who would miss those on another connection; <see langword="null" /> if there is none.</summary>
    public static string? Observer(DbConnection connection)
    {
        DbConnection driver = Innermost(connection);
        return driver != connection ? $"the context's connection is wrapped by {connection.GetType().Name}, which must see every statement"
            : FieldsOf(driver).FirstOrDefault(field => IsObserver(field) && field.GetValue(driver) is not null) is { } observer
                ? $"the connection's {observer.Name} has a handler, which must see what happens"
            : null;
    }

    private static string? Of(object holder, string name)
    {
        foreach (FieldInfo field in FieldsOf(holder))
        {
            Type type = field.FieldType;
            if (type.IsValueType || type == typeof(string) || typeof(DbDataSource).IsAssignableFrom(type) || Harmless.Contains(type.Name) || IsObserver(field) || field.GetValue(holder) is null)
                continue;
            return typeof(Delegate).IsAssignableFrom(type)
                ? $"the {name}'s {NameOf(field)} is set, and only the driver calls it"
                : $"the {name}'s {NameOf(field)} is set, and only the driver knows what it is for";
        }

        return null;
    }

    private static DbConnection Innermost(DbConnection connection)
    {
        while (DriverConnection.Unwrap(connection) is { } inner)
            connection = inner;
        return connection;
    }

    private static IEnumerable<object> Sources(DbConnection driver)
        => FieldsOf(driver).Where(field => typeof(DbDataSource).IsAssignableFrom(field.FieldType)).Select(field => field.GetValue(driver)).OfType<object>();

    private static FieldInfo[] FieldsOf(object holder) => Fields.GetOrAdd(holder.GetType(), static type =>
    {
        List<FieldInfo> fields = [];
        for (Type? declaring = type; declaring is not null && declaring != typeof(object); declaring = declaring.BaseType)
        {
            // Fields of the framework's own base types are harmless, except event handlers.
            fields.AddRange(declaring.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
                .Where(field => declaring.Assembly != typeof(DbConnection).Assembly && declaring.Assembly != typeof(System.ComponentModel.Component).Assembly || IsObserver(field)));
        }

        return [.. fields];
    });

    private static bool IsObserver(FieldInfo field) => Observers.Contains(field.Name) && typeof(Delegate).IsAssignableFrom(field.FieldType);

    // The field of a property is <Name>k__BackingField; other fields are m_name or _name.
    private static string NameOf(FieldInfo field)
    {
        string name = field.Name.StartsWith('<') ? field.Name[1..field.Name.IndexOf('>', StringComparison.Ordinal)] : field.Name[(field.Name.LastIndexOf('_') + 1)..];
        return char.ToUpperInvariant(name[0]) + name[1..];
    }
}
