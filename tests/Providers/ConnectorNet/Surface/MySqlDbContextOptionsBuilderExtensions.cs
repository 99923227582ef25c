using System.Data.Common;
using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace Microsoft.EntityFrameworkCore;

/// <summary><c>UseMySql</c> with the signatures of the well-known providers, so that one source compiles on all of them.</summary>
public static class MySqlDbContextOptionsBuilderExtensions
{
    public static DbContextOptionsBuilder UseMySql(
        this DbContextOptionsBuilder optionsBuilder,
        ServerVersion serverVersion,
        Action<MySqlDbContextOptionsBuilder>? mySqlOptionsAction = null) =>
        Use(optionsBuilder, serverVersion, static e => e, mySqlOptionsAction);

    public static DbContextOptionsBuilder UseMySql(
        this DbContextOptionsBuilder optionsBuilder,
        string? connectionString,
        ServerVersion serverVersion,
        Action<MySqlDbContextOptionsBuilder>? mySqlOptionsAction = null) =>
        Use(optionsBuilder, serverVersion, e => e.WithConnectionString(connectionString), mySqlOptionsAction);

    public static DbContextOptionsBuilder UseMySql(
        this DbContextOptionsBuilder optionsBuilder,
        DbConnection connection,
        ServerVersion serverVersion,
        Action<MySqlDbContextOptionsBuilder>? mySqlOptionsAction = null) =>
        Use(optionsBuilder, serverVersion, e => e.WithConnection(connection), mySqlOptionsAction);

    public static DbContextOptionsBuilder<TContext> UseMySql<TContext>(
        this DbContextOptionsBuilder<TContext> optionsBuilder,
        ServerVersion serverVersion,
        Action<MySqlDbContextOptionsBuilder>? mySqlOptionsAction = null)
        where TContext : DbContext =>
        (DbContextOptionsBuilder<TContext>)UseMySql((DbContextOptionsBuilder)optionsBuilder, serverVersion, mySqlOptionsAction);

    public static DbContextOptionsBuilder<TContext> UseMySql<TContext>(
        this DbContextOptionsBuilder<TContext> optionsBuilder,
        string? connectionString,
        ServerVersion serverVersion,
        Action<MySqlDbContextOptionsBuilder>? mySqlOptionsAction = null)
        where TContext : DbContext =>
        (DbContextOptionsBuilder<TContext>)UseMySql((DbContextOptionsBuilder)optionsBuilder, connectionString, serverVersion, mySqlOptionsAction);

    public static DbContextOptionsBuilder<TContext> UseMySql<TContext>(
        this DbContextOptionsBuilder<TContext> optionsBuilder,
        DbConnection connection,
        ServerVersion serverVersion,
        Action<MySqlDbContextOptionsBuilder>? mySqlOptionsAction = null)
        where TContext : DbContext =>
        (DbContextOptionsBuilder<TContext>)UseMySql((DbContextOptionsBuilder)optionsBuilder, connection, serverVersion, mySqlOptionsAction);

    private static DbContextOptionsBuilder Use(
        DbContextOptionsBuilder optionsBuilder,
        ServerVersion serverVersion,
        Func<RelationalOptionsExtension, RelationalOptionsExtension> configure,
        Action<MySqlDbContextOptionsBuilder>? mySqlOptionsAction)
    {
        ArgumentNullException.ThrowIfNull(optionsBuilder);
        ArgumentNullException.ThrowIfNull(serverVersion);
        MySqlOptionsExtension known = optionsBuilder.Options.FindExtension<MySqlOptionsExtension>() ?? new MySqlOptionsExtension();
        RelationalOptionsExtension extension = configure(known.WithServerVersion(serverVersion));
        ((IDbContextOptionsBuilderInfrastructure)optionsBuilder).AddOrUpdateExtension((MySqlOptionsExtension)extension);

        MySqlDbContextOptionsBuilder builder = new(optionsBuilder);
        // MySQL cannot read a list out of one parameter (no OPENJSON), so the values of a list go into the statement.
        builder.UseParameterizedCollectionMode(ParameterTranslationMode.Constant);
        mySqlOptionsAction?.Invoke(builder);
        return optionsBuilder;
    }
}
