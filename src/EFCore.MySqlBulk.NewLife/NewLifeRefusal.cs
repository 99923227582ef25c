using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>Decides whether NewLife.MySql can open a connection beside the context's: not with another login, nor with settings of the connection
/// string that it does not support or misinterprets.</summary>
internal static class NewLifeRefusal
{
    /// <param name="context">The context.</param>
    /// <param name="session">Its session.</param>
    /// <param name="server">The server.</param>
    /// <param name="isRequested">Whether the caller has forced this strategy, so that interceptors and wrappers of the context's own connection are no obstacle.</param>
    /// <returns>The reason, or <see langword="null" />.</returns>
    public static string? Of(DbContext context, ContextSession session, ServerFacts server, bool isRequested)
        => OfTheTransaction(context.Database) ?? session.Settings.Refusal ?? session.Settings.LoginRefusal ?? DriverObstacle.Of(session.Connection) ?? OfThePassword(context, session.Settings) ?? OfTheServer(server)
            ?? (isRequested ? null : OfTheContext(context, session.WasOpen)) ?? Of(session.Settings, server);

    /// <summary>Settings of a connection string that the driver does not support.</summary>
    internal static string? Of(ConnectionSettings settings, ServerFacts server) => Problem(settings, server) is { } problem ? $"NewLife.MySql {problem}" : null;

    private static string? OfTheTransaction(DatabaseFacade database) => TransactionKinds.Of(database) switch
    {
        TransactionKind.Joined => "a transaction is open on the context",
        TransactionKind.Ambient => "an ambient transaction is open",
        TransactionKind.None => "AutoTransactionBehavior is Never",
        _ => null,
    };

    // An opened connection no longer exposes its password, and logging in without one could lock the account.
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

    private static string? Problem(ConnectionSettings settings, ServerFacts server)
        => settings.Tls is not (TlsMode.None or TlsMode.Preferred) ? $"does not check certificates, and SslMode is '{settings.Tls}'"
        : (settings.CertificateFile ?? settings.CertificateKeyFile ?? settings.AuthorityFile) is not null ? "does not support client or CA certificates, and the connection string names one"
        : settings.IsCompressed ? "does not compress, and the connection string asks for it"
        : settings.IsUnixSocket ? "goes over TCP only, and the connection string names a Unix socket"
        : string.IsNullOrEmpty(settings.Password) ? "cannot log in without a password"
        : !IsAscii(settings.User) ? "truncates user names that are not ASCII"
        : settings.ServerPublicKeyFile is not null ? "asks the server for its public key, and the connection string names one"
        // MariaDB's accounts do not use caching_sha2_password.
        : server.Flavor == ServerFlavor.MySql && !settings.AllowPublicKeyRetrieval ? "asks the server for its public key, which needs AllowPublicKeyRetrieval=True"
        : null;

    /// <returns>Why the driver cannot use a database, or <see langword="null" />.</returns>
    public static string? OfDatabase(string name)
        => name.Length == 0 ? "NewLife.MySql cannot log in without a database"
        : !IsAscii(name) ? "NewLife.MySql truncates database names that are not ASCII"
        : null;

    private static bool IsAscii(string text) => text.All(char.IsAscii);
}
