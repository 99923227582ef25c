using System.Data;
using System.Data.Common;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Decides whether an operation can have its own connection beside the context's.</summary>
internal static class ConnectionRefusal
{
    /// <param name="context">The context.</param>
    /// <param name="session">Its session.</param>
    /// <param name="server">The server.</param>
    /// <param name="isAsked">The caller asked for it, so whatever surrounds the context's own connection is no obstacle.</param>
    /// <returns>Why not, or <see langword="null" />.</returns>
    public static string? Of(DbContext context, ContextSession session, ServerFacts server, bool isAsked)
        => OfTheTransaction(context.Database) ?? session.Settings.Refusal ?? DriverObstacle.Of(session.Connection) ?? OfThePassword(context, session.Settings) ?? OfTheServer(server)
            ?? (isAsked ? null : OfTheContext(context, session.WasOpen));

    /// <summary>The same, as far as it is known before anything is sent.</summary>
    /// <param name="context">The context.</param>
    /// <param name="isAsked">The caller asked for it.</param>
    public static string? BeforeOpening(DbContext context, bool isAsked)
    {
        ConnectionSettings settings = ConnectionSettings.Of(context.Database);
        DbConnection connection = context.Database.GetDbConnection();
        return OfTheTransaction(context.Database) ?? settings.Refusal ?? DriverObstacle.Of(connection) ?? OfThePassword(context, settings)
            ?? (isAsked ? null : OfTheContext(context, connection.State == ConnectionState.Open));
    }

    private static string? OfTheTransaction(DatabaseFacade database) => SessionTransaction.KindOf(database) switch
    {
        TransactionKind.Joined => "a transaction is open on the context",
        TransactionKind.Ambient => "an ambient transaction is open",
        TransactionKind.None => "AutoTransactionBehavior is Never",
        _ => null,
    };

    // A connection that was opened no longer has its password. Trying without one could lock the account.
    private static string? OfThePassword(DbContext context, ConnectionSettings settings)
        => settings.Password is null && RelationalOptionsExtension.Extract(context.GetService<IDbContextOptions>()).ConnectionString is null
            ? "the password is not known: the context was given a connection or a data source, not a connection string"
            : null;

    // MySQL 5.7 may be Aurora 2, where pipelined statements hang.
    private static string? OfTheServer(ServerFacts server)
        => server.Flavor == ServerFlavor.Other ? "the server is neither MySQL nor MariaDB"
        : server.Flavor == ServerFlavor.MySql && server.Version < new Version(8, 0) ? "the server is older than MySQL 8.0"
        : null;

    private static string? OfTheContext(DbContext context, bool wasOpen)
    {
        if (wasOpen)
            return "the context's connection was already open, and its session may have settings of its own";
        IInterceptors? interceptors = context.GetService<IRelationalCommandDiagnosticsLogger>().Interceptors;
        return interceptors?.Aggregate<IDbCommandInterceptor>() is not null || interceptors?.Aggregate<IDbConnectionInterceptor>() is not null
            || interceptors?.Aggregate<IDbTransactionInterceptor>() is not null
            ? "the context has interceptors, which must see every statement"
            : DriverObstacle.Observer(context.Database.GetDbConnection());
    }
}
