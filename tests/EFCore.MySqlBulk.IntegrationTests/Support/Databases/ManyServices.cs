using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>The tests of one process use more combinations of services than a program has, and EF Core takes more than twenty for a mistake.</summary>
internal static class ManyServices
{
    public static DbContextOptionsBuilder AllowManyServices(this DbContextOptionsBuilder options)
        => options.ConfigureWarnings(warnings => warnings.Ignore(CoreEventId.ManyServiceProvidersCreatedWarning));
}
