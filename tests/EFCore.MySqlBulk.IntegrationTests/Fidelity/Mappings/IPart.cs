namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A part of an entity that is shown with it.</summary>
internal interface IPart;
