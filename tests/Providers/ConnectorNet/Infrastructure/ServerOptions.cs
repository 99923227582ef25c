using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

/// <summary>What the singleton services know of the server: one set of services per server version.</summary>
internal sealed class ServerOptions : ISingletonOptions
{
    private static readonly Version FirstWithReturning = new(10, 5);

    public ServerVersion? ServerVersion { get; private set; }

    public bool HasInsertReturning => ServerVersion is { Type: ServerType.MariaDb } server && server.Version >= FirstWithReturning;

    public void Initialize(IDbContextOptions options) => ServerVersion = options.FindExtension<MySqlOptionsExtension>()?.ServerVersion;

    public void Validate(IDbContextOptions options)
    {
        ServerVersion? asked = options.FindExtension<MySqlOptionsExtension>()?.ServerVersion;
        if (!Equals(asked, ServerVersion))
        {
            throw new InvalidOperationException(
                $"The services given with UseInternalServiceProvider are for {ServerVersion}, the context asks for {asked}.");
        }
    }
}
