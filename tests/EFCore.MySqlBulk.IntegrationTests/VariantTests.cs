using System.Reflection;
using EFCore.MySqlBulk.IntegrationTests.Databases;
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
        Assert.Equal(Asked("EFCoreVersion"), $"{typeof(DbContext).Assembly.GetName().Version!.Major}");
        Assert.Contains(Asked("MySqlProvider"), context.Database.ProviderName, StringComparison.Ordinal);
    }

    private static string Asked(string key)
        => typeof(VariantTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == key).Value!;
}
