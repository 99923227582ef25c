using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>What the driver cannot do, or does wrong, with a connection string.</summary>
internal static class NewLifeRefusal
{
    /// <returns>The reason, or <see langword="null" />.</returns>
    public static string? Of(ConnectionSettings settings, ServerFacts server) => Problem(settings, server) is { } problem ? $"NewLife.MySql {problem}" : null;

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
