using System.Reflection;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests;

/// <summary>A build with stale outputs was seen to run silently on the other EF Core version.</summary>
public sealed class VariantTests
{
    [Fact]
    public void The_loaded_EF_Core_and_provider_are_those_asked_for()
    {
        DbContextOptions options = new DbContextOptionsBuilder().AllowManyServices().UseMySql("Server=x", new MySqlServerVersion(new Version(9, 7, 0))).Options;
        using ModelContext context = new(options, _ => { });
        Assert.Equal(Build.Property("EFCoreVersion"), $"{typeof(DbContext).Assembly.GetName().Version!.Major}");
        Assert.Contains(Build.Property("MySqlProvider"), context.Database.ProviderName, StringComparison.Ordinal);
        if (Build.Property("MySqlConnectorVersion") is { Length: > 0 } version)
            Assert.Equal($"MySqlConnector {version}", Driver(context));
    }

    // The assembly's version is 2.0.0.0 in every release.
    private static string Driver(DbContext context)
    {
        Assembly driver = context.Database.GetDbConnection().GetType().Assembly;
        string version = driver.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        return $"{driver.GetName().Name} {version.Split('+')[0]}";
    }
}
