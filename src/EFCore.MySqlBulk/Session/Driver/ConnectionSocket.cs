using System.Collections.Concurrent;
using System.Data.Common;
using System.Net.Sockets;
using System.Reflection;

namespace EFCore.MySqlBulk.Session.Driver;

/// <summary>The socket under a driver's connection, found by searching the fields of the connection's objects: no driver exposes it, and only closing
/// it ends a blocked call.</summary>
internal static class ConnectionSocket
{
    private const int Deepest = 6;
    private static readonly ConcurrentDictionary<Type, FieldInfo[]> Fields = new();

    /// <summary>Closes the socket at once, from any thread. Returns whether there was one.</summary>
    public static bool Close(DbConnection connection)
    {
        try
        {
            if (Find(connection) is not { } socket)
                return false;
            // Unsent data must not arrive any more.
            socket.Close(0);
            return true;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            return true;
        }
    }

    /// <summary>Finds the socket, breadth first; <see langword="null" /> if the connection is closed or has none.</summary>
    public static Socket? Find(DbConnection connection)
    {
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance) { connection };
        List<object> level = [connection];
        for (int depth = 0; depth < Deepest && level.Count > 0; depth++)
        {
            List<object> next = [];
            foreach (object holder in level)
            {
                foreach (FieldInfo field in Fields.GetOrAdd(holder.GetType(), FieldsOf))
                {
                    object? value = field.GetValue(holder);
                    if (value is Socket socket)
                        return socket;
                    if (value is NetworkStream stream)
                        return stream.Socket;
                    if (value is not null && IsOfADriver(value.GetType()) && seen.Add(value))
                        next.Add(value);
                }
            }

            level = next;
        }

        return null;
    }

    private static FieldInfo[] FieldsOf(Type type)
    {
        List<FieldInfo> fields = [];
        for (Type? declaring = type; declaring is not null && IsOfADriver(declaring); declaring = declaring.BaseType)
        {
            fields.AddRange(declaring.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
                .Where(field => !field.FieldType.IsValueType && field.FieldType != typeof(string)));
        }

        return [.. fields];
    }

    // Pools are not searched: they hold the sockets of other connections.
    private static bool IsOfADriver(Type type)
        => type.IsClass && type.Namespace?.StartsWith("System", StringComparison.Ordinal) != true && type.Namespace?.StartsWith("Microsoft", StringComparison.Ordinal) != true
            && !type.Name.Contains("Pool", StringComparison.Ordinal) && !typeof(Delegate).IsAssignableFrom(type);
}
