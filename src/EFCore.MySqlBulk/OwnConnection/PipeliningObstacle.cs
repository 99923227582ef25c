using System.Collections.Concurrent;
using System.Data.Common;
using System.Reflection;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.DriverStreams;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Finds what prevents pipelining on a context's connection.</summary>
internal static class PipeliningObstacle
{
    // Bounded by the number of drivers and versions.
    private static readonly ConcurrentDictionary<string, bool> Told = new(StringComparer.Ordinal);

    /// <param name="context">The context.</param>
    /// <param name="session">Its session.</param>
    /// <param name="known">The server and the session.</param>
    /// <param name="isRequested">Whether the caller has forced it, so that interceptors and wrappers are no obstacle.</param>
    /// <returns>The obstacle; <see langword="null" /> if there is none.</returns>
    public static string? Of(DbContext context, ContextSession session, Facts known, bool isRequested)
        => BeforeOpening(context, isRequested) ?? OfTheServer(known) ?? OfTheStream(session);

    /// <summary>The obstacle, as far as it is known before anything is sent.</summary>
    public static string? BeforeOpening(DbContext context, bool isRequested)
        => (TransactionKinds.Of(context.Database) == TransactionKind.None ? "AutoTransactionBehavior is Never" : null)
            ?? ConnectionSettings.Of(context.Database).Refusal ?? (isRequested ? null : OfWhoMustSee(context));

    // MySQL 5.7 may be Aurora 2, where pipelined statements hang.
    private static string? OfTheServer(Facts known)
        => known.Server.Flavor == ServerFlavor.Other ? "the server is neither MySQL nor MariaDB"
        : known.Server.Flavor == ServerFlavor.MySql && known.Server.Version < new Version(8, 0) ? "the server is older than MySQL 8.0"
        : !known.Session.TextIsUtf8 ? $"the session's character set is not utf8mb4 ({known.Session.CharacterSets})"
        : null;

    private static string? OfTheStream(ContextSession session)
    {
        if (DriverStreamFinder.Find(session.Connection, DriverConnection.Unwrap, out string? obstacle) is not null)
            return null;
        if (Told.TryAdd(obstacle!, true))
            Log.StreamNotUsed(session.Logger, obstacle!);
        return obstacle;
    }

    private static string? OfWhoMustSee(DbContext context)
    {
        DbConnection connection = context.Database.GetDbConnection();
        return context.GetService<IRelationalCommandDiagnosticsLogger>().Interceptors?.Aggregate<IDbCommandInterceptor>() is not null ? "the context has command interceptors, which must see every statement"
            : DriverConnection.Unwrap(connection) is not null ? $"the context's connection is wrapped by {connection.GetType().Name}, which must see every statement"
            : HasListener(connection) ? "the connection's InfoMessage has a handler, which must see every warning"
            : null;
    }

    // Drivers report warnings by an event, whose backing field has the event's name.
    private static bool HasListener(DbConnection connection)
        => connection.GetType().GetField("InfoMessage", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(connection) is Delegate;
}
